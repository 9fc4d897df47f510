package tutti.lab.torture;

import org.jspecify.annotations.Nullable;

/**
 * A request of a client.
 *
 * @param path of the URL
 * @param body of a POST; null for a GET
 * @param signature what its transaction is recognized by in the logs: actors and their events; of a
 *     GET the actor that it reads
 */
record Ask(String path, @Nullable String body, String signature) {
  boolean reads() {
    return body == null;
  }
}
