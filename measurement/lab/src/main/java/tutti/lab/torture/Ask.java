package tutti.lab.torture;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.model.Call;

/**
 * A request of a client.
 *
 * @param path the path of the URL
 * @param body the body of a POST; null for a GET
 * @param signature the text by which its transaction is recognized in the logs: actors, their
 *     events and the events' arguments; for a GET, the actor that it reads
 */
record Ask(String path, @Nullable String body, String signature) {

  /** Returns an event and its arguments in the form of signatures: {@code deposit[EUR 1.00]}. */
  static String event(Call call) {
    return event(call.action().name(), call.arguments());
  }

  /**
   * @param arguments in the order of the event's parameters; their texts distinguish events
   */
  static String event(String name, List<?> arguments) {
    return name + arguments;
  }

  boolean reads() {
    return body == null;
  }
}
