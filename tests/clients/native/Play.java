import croupier.model.Clock;
import croupier.model.Just4FunNewMatch;
import croupier.model.LivingstoneNewMatch;
import croupier.model.LostCitiesNewMatch;
import croupier.model.LostCitiesOptionsInput;
import croupier.model.NewMatch;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** Plays a match of each game to its end, with a client that openapi-generator has made. */
public final class Play {
  public static void main(String[] arguments) throws Exception {
    long seed = arguments.length > 1 ? Long.parseLong(arguments[1]) : System.nanoTime();
    System.out.println("seed " + seed);
    var random = new Random(seed);
    var short_ = new LostCitiesOptionsInput().rounds(1);
    play(arguments[0], random, "lost-cities", new NewMatch(new LostCitiesNewMatch().game(LostCitiesNewMatch.GameEnum.LOST_CITIES).options(short_)));
    play(arguments[0], random, "livingstone", new NewMatch(new LivingstoneNewMatch().game(LivingstoneNewMatch.GameEnum.LIVINGSTONE).clock(new Clock().perMove("600s"))));
    play(arguments[0], random, "just4fun", new NewMatch(new Just4FunNewMatch().game(Just4FunNewMatch.GameEnum.JUST4FUN)));
  }

  private static void play(String url, Random random, String game, NewMatch wish) throws Exception {
    var one = new Phone(url, "One", new Random(random.nextLong()));
    var two = new Phone(url, "Two", new Random(random.nextLong()));
    var id = one.create(wish);
    two.join(id);
    var other =
        CompletableFuture.runAsync(
            () -> {
              try {
                two.playByAccount(id);
              } catch (Exception error) {
                throw new CompletionException(error);
              }
            });
    var end = one.playByMatch(id);
    other.get();
    System.out.printf("%s: %d and %d moves, %d streams, %s, %s%n", game, one.moved, two.moved, one.resumed, end.reason(), end.seen());
  }
}
