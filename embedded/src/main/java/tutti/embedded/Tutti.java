package tutti.embedded;

import java.io.IOException;
import java.nio.file.Path;
import tutti.engine.node.LocalNode;
import tutti.engine.transaction.TransactionRequest;
import tutti.model.Application;
import tutti.model.actor.JavaApplication;

/**
 * A node in this process. Open it, call actors, close it; as many as one likes side by side.
 *
 * <pre>{@code
 * try (Tutti tutti = Tutti.open(MyApplication.application(), Path.of("data"))) {
 *   long balance = tutti.actor(Account.class, "alice").call(new Deposit(10));
 * }
 * }</pre>
 *
 * <p>What is acknowledged is on disk, and there again when the same folder is opened next, whether
 * this was closed or the process was killed. {@link #builder()} has more to say: a deployment,
 * specifications beside a Java application. Thread-safe.
 */
public final class Tutti extends Client implements AutoCloseable {
  private final LocalNode node;
  private final Parts parts;

  Tutti(Application application, LocalNode node, Parts parts) {
    this(application, node, parts, new NodeConnection(node));
  }

  private Tutti(Application application, LocalNode node, Parts parts, Connection connection) {
    super(
        new Names(application),
        connection,
        null,
        connection.usualTimeoutNanos(),
        TransactionRequest.NOW);
    this.node = node;
    this.parts = parts;
  }

  /**
   * Runs an application on a data folder, with the default of every key of a deployment.
   *
   * @param data made if it is not there; used by one node at a time
   * @throws IOException if the folder cannot be used; the message says what to do
   */
  public static Tutti open(JavaApplication application, Path data) throws IOException {
    return builder().application(application).data(data).open();
  }

  /**
   * Runs Rebel specifications on a data folder.
   *
   * @param specifications a folder of {@code .ebl} files, or one of them
   * @param data made if it is not there; used by one node at a time
   * @throws IOException if the folder cannot be used; the message says what to do
   * @throws IllegalArgumentException if they do not check; the message has all that is wrong
   */
  public static Tutti open(Path specifications, Path data) throws IOException {
    return builder().specifications(specifications).data(data).open();
  }

  /** Runs an application in memory: what it keeps is gone when it is closed. */
  public static Tutti inMemory(JavaApplication application) {
    return builder().application(application).openInMemory();
  }

  /**
   * Runs Rebel specifications in memory.
   *
   * @throws IllegalArgumentException if they do not check; the message has all that is wrong
   */
  public static Tutti inMemory(Path specifications) {
    return builder().specifications(specifications).openInMemory();
  }

  /** Says more than the shorthands above. */
  public static TuttiBuilder builder() {
    return new TuttiBuilder();
  }

  /** Why it cannot do anything now, in words for a person; empty if it can. */
  public String notReady() {
    String why = node.notReady();
    return why == null ? "" : why;
  }

  /**
   * Takes nothing new, lets what runs end, makes it durable, and stops. Waits for it; a second call
   * does nothing.
   */
  @Override
  public void close() {
    parts.close();
  }
}
