import croupier.ApiClient;
import croupier.model.LivingstoneEvent;
import croupier.model.LivingstoneMatch;
import croupier.model.Match;
import java.io.File;

/** Reads a match of Livingstone as a later release may send it, and prints what this client makes of it. */
public final class Later {
  public static void main(String[] arguments) throws Exception {
    var match = new ApiClient().getObjectMapper().readValue(new File(arguments[0]), Match.class);
    var own = (LivingstoneMatch) match.getActualInstance();
    System.out.println(own.getStatus());
    System.out.println(own.getSeats().get(0).getPlayer().getKind());
    for (LivingstoneEvent event : own.getLastEvents()) {
      System.out.println(event.getCardPlayed() == null ? "an event to ignore" : event.getCardPlayed().getCard());
    }
  }
}
