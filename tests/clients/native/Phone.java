import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import croupier.ApiClient;
import croupier.ApiException;
import croupier.api.MatchesApi;
import croupier.api.MovesApi;
import croupier.api.PlayersApi;
import croupier.model.Change;
import croupier.model.Join;
import croupier.model.Match;
import croupier.model.NewMatch;
import croupier.model.NewMove;
import croupier.model.NewPlayer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Random;
import java.util.UUID;

/** A player on a device: its token, the generated client, and the streams. */
final class Phone {
  private static final int LINES_AWAKE = 7;

  private final ApiClient client = new ApiClient();
  private final ObjectMapper json = client.getObjectMapper();
  private final MatchesApi matches;
  private final MovesApi moves;
  private final Lines lines;
  private final Random random;
  private Table table;
  int resumed;
  int moved;

  Phone(String url, String name, Random random) throws ApiException {
    client.updateBaseUri(url);
    var made = new PlayersApi(client).createPlayer(new NewPlayer().displayName(name).kind(NewPlayer.KindEnum.HUMAN));
    client.setRequestInterceptor(request -> request.header("Authorization", "Bearer " + made.getToken()));
    matches = new MatchesApi(client);
    moves = new MovesApi(client);
    lines = new Lines(json, url, made.getToken());
    this.random = random;
  }

  String create(NewMatch wish) throws ApiException {
    return Table.of(matches.createMatch(wish, UUID.randomUUID().toString())).id();
  }

  void join(String id) throws ApiException {
    matches.joinMatch(id, UUID.randomUUID().toString(), null, new Join());
  }

  /** Plays by the stream of the match, which is cut again and again, as when the app goes to the background. */
  Table playByMatch(String id) throws Exception {
    while (table == null || !table.over()) {
      var more = table == null ? "" : "&after=" + table.version();
      var left = new int[] {LINES_AWAKE};
      lines.read(
          "/v1/matches/" + id + "/events?include=legalMoves" + more,
          (event, data) -> {
            switch (event) {
              case "snapshot" -> seen(data, false);
              case "change" -> {
                as(data, Change.class); // with its events
                seen(data.get("match"), true);
              }
              default -> {} // pings, who is here, and what later releases tell
            }
            return !table.over() && --left[0] > 0;
          });
      resumed++;
    }
    return table;
  }

  /** Plays by the one stream of the player, which tells of all matches and costs a phone the least. */
  void playByAccount(String id) throws Exception {
    boolean[] over = {false};
    while (!over[0]) {
      lines.read(
          "/v1/events",
          (event, data) -> {
            if (!id.equals(data.path("matchId").asText())) return true;
            if (event.equals("yourTurn")) turn(id);
            over[0] |= event.equals("matchFinished");
            return !over[0];
          });
    }
  }

  private void seen(JsonNode match, boolean follows) {
    var next = Table.of(as(match, Match.class));
    if (follows && table != null && next.version() != table.version() + 1) {
      throw new IllegalStateException("after " + table.version() + " came " + next.version());
    }
    table = next;
    if (!table.over() && table.decision() != null && !table.notations().isEmpty()) move(table);
  }

  private void turn(String id) {
    try {
      var now = Table.of(matches.getMatch(id, "legalMoves", null, null, null, null));
      if (now.decision() != null && !now.notations().isEmpty()) move(now);
    } catch (ApiException error) {
      throw new IllegalStateException(error.getResponseBody(), error);
    }
  }

  /** Moves, and sends the same again, as after an answer that was lost: it counts once. */
  private void move(Table now) {
    var move = new NewMove().notation(now.any(random)).expectedDecision(now.decision());
    var key = UUID.randomUUID().toString();
    try {
      moves.makeMove(now.id(), move, "none", null, null, key, null);
      var again = moves.makeMoveWithHttpInfo(now.id(), move, "none", null, null, key, null);
      if (!again.getHeaders().containsKey("idempotency-replayed")) throw new IllegalStateException("moved twice");
      moved++;
    } catch (ApiException error) {
      throw new IllegalStateException(error.getResponseBody(), error);
    }
  }

  private <T> T as(JsonNode data, Class<T> type) {
    try {
      return json.treeToValue(data, type);
    } catch (IOException error) {
      throw new UncheckedIOException(error);
    }
  }
}
