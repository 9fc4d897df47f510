package tutti.client;

import java.io.IOException;
import java.nio.file.Path;
import tutti.embedded.Client;
import tutti.model.Application;
import tutti.model.actor.JavaApplication;

/**
 * The client of a service, which {@code tutti run} starts on one node or on several. A program that
 * uses an embedded node moves to a service by one line: the one that opened the node.
 *
 * <pre>{@code
 * try (var tutti = RemoteClient.connect(MyApplication.application(), "http://localhost:8080")) {
 *   long balance = tutti.actor(Account.class, "alice").call(new Deposit(10));
 * }
 * }</pre>
 *
 * <p>Each request has an idempotency key, its own unless {@link Client#once} gives one, and is
 * repeated under it until it is answered or its deadline has passed: after a lost connection, while
 * a transaction is in doubt, and after an abort by the system. Addresses of several nodes are tried
 * in turn. So each call takes effect once or not at all, and a call of which that is not known ends
 * with an {@link tutti.embedded.InDoubtException}. Thread-safe.
 */
public final class RemoteClient extends Client implements AutoCloseable {
  private final HttpConnection connection;

  RemoteClient(Application application, HttpConnection connection) {
    super(application, connection);
    this.connection = connection;
  }

  /**
   * Connects to a service of actors in Java.
   *
   * @param urls the addresses of the service, such as {@code http://localhost:8080}: of one node,
   *     or of several, which are tried in turn
   * @throws IOException if no address answers in time, or an answer is not of Tutti's service
   * @throws IllegalArgumentException if an address is malformed, or if the service's application
   *     lacks types or procedures of the client's; the message names them
   */
  public static RemoteClient connect(JavaApplication application, String... urls)
      throws IOException {
    return builder().application(application).nodes(urls).connect();
  }

  /**
   * Connects to a service of Rebel specifications.
   *
   * @param specifications a folder of {@code .ebl} files, or one of them, as the service has them
   * @param urls as for actors in Java
   * @throws IOException if no address answers in time, or an answer is not of Tutti's service
   * @throws IllegalArgumentException if an address is malformed, if the specifications do not
   *     check, or if the service's application lacks some of them; the message names them
   */
  public static RemoteClient connect(Path specifications, String... urls) throws IOException {
    return builder().specifications(specifications).nodes(urls).connect();
  }

  /** Returns a builder, which has more options than the methods above. */
  public static RemoteClientBuilder builder() {
    return new RemoteClientBuilder();
  }

  /**
   * Refuses new calls, waits until the running ones have ended, which they do by their deadlines,
   * and closes the connections. A second call does nothing.
   */
  @Override
  public void close() {
    connection.close();
  }
}
