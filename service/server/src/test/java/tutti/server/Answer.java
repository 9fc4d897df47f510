package tutti.server;

import java.net.http.HttpHeaders;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/** A response, as tests look at it. */
record Answer(int status, HttpHeaders headers, String body) {
  private static final JsonMapper JSON = new JsonMapper();

  @SuppressWarnings("unchecked")
  Map<String, Object> json() {
    return JSON.readValue(body, Map.class);
  }

  /** A tree as JSON text. */
  static String write(Object tree) {
    return JSON.writeValueAsString(tree);
  }

  Object get(String name) {
    return json().get(name);
  }

  String header(String name) {
    return headers.firstValue(name).orElse(null);
  }
}
