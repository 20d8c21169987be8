import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Timer;
import java.util.TimerTask;
import java.util.function.BiPredicate;

/** Reads the lines of a stream as they come: the method that is generated waits for the end of the stream. */
final class Lines {
  private static final long SILENCE_MS = 30_000; // a ping comes every 12 seconds

  private final HttpClient http = HttpClient.newHttpClient();
  private final ObjectMapper json;
  private final String url;
  private final String token;

  Lines(ObjectMapper json, String url, String token) {
    this.json = json;
    this.url = url;
    this.token = token;
  }

  /** Hands over each event and its data until the reader wants no more: true; or the connection ends: false. */
  boolean read(String path, BiPredicate<String, JsonNode> wantsMore) throws IOException, InterruptedException {
    var request =
        HttpRequest.newBuilder(URI.create(url + path))
            .header("Authorization", "Bearer " + token)
            .header("Accept", "application/x-ndjson")
            .build();
    var answer = http.send(request, BodyHandlers.ofInputStream());
    if (answer.statusCode() != 200) throw new IOException("status " + answer.statusCode());
    var timer = new Timer(true);
    try (var body = answer.body();
        var reader = new BufferedReader(new InputStreamReader(body, StandardCharsets.UTF_8))) {
      var dead = closing(body);
      timer.schedule(dead, SILENCE_MS);
      for (String line; (line = reader.readLine()) != null; ) {
        dead.cancel();
        timer.schedule(dead = closing(body), SILENCE_MS);
        JsonNode each = json.readTree(line);
        if (!wantsMore.test(each.get("event").asText(), each.get("data"))) return true;
      }
      return false;
    } finally {
      timer.cancel();
    }
  }

  private static TimerTask closing(AutoCloseable body) {
    return new TimerTask() {
      @Override
      public void run() {
        try {
          body.close();
        } catch (Exception late) {
          // it has been closed
        }
      }
    };
  }
}
