package tutti.embedded;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;
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

  /**
   * Why it should not be asked now, in words for a person; empty if it may. Its journal may have
   * failed, or it has just started and has not met the other nodes yet.
   */
  public String notReady() {
    String why = node.readiness().notReady();
    return why == null ? "" : why;
  }

  /**
   * Calls back, with the reason for a person, when this node finds that it must not go on: its
   * journal has failed, for instance since the disk is full, or its data is older than the other
   * nodes know it to be. It refuses what it is asked from then on; close it, and open it again.
   *
   * @param listener called on a thread of the node, once for each of the two, at once if it has
   *     happened already; must be short, and must not close the node on that thread
   */
  public void onFailure(Consumer<String> listener) {
    node.onFailure(listener);
    node.onJournalFailure(listener);
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
