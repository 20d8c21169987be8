import croupier.model.Just4FunMatch;
import croupier.model.LivingstoneMatch;
import croupier.model.LostCitiesMatch;
import croupier.model.Match;
import java.util.List;
import java.util.Random;

/** What a match of any game shows, by the type of its game. */
record Table(String id, int version, String status, String reason, Integer decision, List<String> notations, String seen) {
  static Table of(Match match) {
    Object any = match.getActualInstance();
    if (any instanceof LostCitiesMatch own) {
      var moves = own.getLegalMoves() == null ? List.<String>of()
          : own.getLegalMoves().getMoves().stream().map(each -> each.getNotation()).toList();
      var reason = own.getOutcome() == null ? "" : own.getOutcome().getReason().getValue();
      var seen = own.getState() == null ? "" : "round " + own.getState().getRound();
      return new Table(own.getId(), own.getVersion(), own.getStatus().getValue(), reason, own.getYourDecision(), moves, seen);
    }
    if (any instanceof LivingstoneMatch own) {
      var moves = own.getLegalMoves() == null ? List.<String>of()
          : own.getLegalMoves().getMoves().stream().map(each -> each.getNotation()).toList();
      var reason = own.getOutcome() == null ? "" : own.getOutcome().getReason().getValue();
      var seen = own.getState() == null ? "" : "boat " + own.getState().getBoat();
      return new Table(own.getId(), own.getVersion(), own.getStatus().getValue(), reason, own.getYourDecision(), moves, seen);
    }
    var own = (Just4FunMatch) any;
    var moves = own.getLegalMoves() == null ? List.<String>of()
        : own.getLegalMoves().getMoves().stream().map(each -> each.getNotation()).toList();
    var reason = own.getOutcome() == null ? "" : own.getOutcome().getReason().getValue();
    var seen = own.getState() == null ? "" : "line " + own.getState().getLine().size();
    return new Table(own.getId(), own.getVersion(), own.getStatus().getValue(), reason, own.getYourDecision(), moves, seen);
  }

  boolean over() {
    return status.equals("finished");
  }

  String any(Random random) {
    return notations.get(random.nextInt(notations.size()));
  }
}
