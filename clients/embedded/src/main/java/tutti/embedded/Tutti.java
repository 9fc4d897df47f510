package tutti.embedded;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;
import tutti.engine.node.Node;
import tutti.model.Application;
import tutti.model.Caller;
import tutti.model.actor.JavaApplication;

/**
 * A node in this process. A program opens the node, calls actors, and closes it; any number of
 * nodes can be open side by side.
 *
 * <pre>{@code
 * try (Tutti tutti = Tutti.open(MyApplication.application(), Path.of("data"))) {
 *   long balance = tutti.actor(Account.class, "alice").call(new Deposit(10));
 * }
 * }</pre>
 *
 * <p>Acknowledged transactions are on disk, and are there again when the same folder is next
 * opened, whether the node was closed or the process was killed. {@link #builder()} has more
 * options: a deployment, specifications beside a Java application. Thread-safe.
 */
public final class Tutti extends Client implements AutoCloseable {
  private final Node node;
  private final NodeConnection connection;
  private final Parts parts;
  private volatile boolean closed;

  Tutti(Application application, Node node, Parts parts) {
    this(application, node, new NodeConnection(node), parts);
  }

  private Tutti(Application application, Node node, NodeConnection connection, Parts parts) {
    super(application, connection);
    this.node = node;
    this.connection = connection;
    this.parts = parts;
  }

  /**
   * Runs an application on a data folder, with the default of every key of a deployment.
   *
   * @param data the folder, made if it does not exist; used by one node at a time
   * @throws IOException if the folder cannot be used; the message says what to do
   */
  public static Tutti open(JavaApplication application, Path data) throws IOException {
    return builder().application(application).data(data).open();
  }

  /**
   * Runs Rebel specifications on a data folder.
   *
   * @param specifications a folder of {@code .ebl} files, or one of them
   * @param data the folder, made if it does not exist; used by one node at a time
   * @throws IOException if the folder cannot be used; the message says what to do
   * @throws IllegalArgumentException if the specifications do not check; the message has all
   *     mistakes
   */
  public static Tutti open(Path specifications, Path data) throws IOException {
    return builder().specifications(specifications).data(data).open();
  }

  /** Runs an application in memory: its data is gone when the node is closed. */
  public static Tutti inMemory(JavaApplication application) {
    return builder().application(application).openInMemory();
  }

  /**
   * Runs Rebel specifications in memory.
   *
   * @throws IllegalArgumentException if the specifications do not check; the message has all
   *     mistakes
   */
  public static Tutti inMemory(Path specifications) {
    return builder().specifications(specifications).openInMemory();
  }

  /** Returns a builder, which has more options than the methods above. */
  public static TuttiBuilder builder() {
    return new TuttiBuilder();
  }

  /**
   * A client whose requests come from a caller, as those of a service do that knows its callers:
   * rules see the caller, internal events are not for it, and its idempotency keys are apart from
   * those of other tenants. A request of the node itself is one of {@link Caller#NOBODY}.
   *
   * <pre>{@code
   * Client ada = tutti.as(Caller.of("ada", "customer"));
   * ada.instance("Account", "NL1").call("withdraw", Map.of("amount", "EUR 5.00"));
   * }</pre>
   */
  public Client as(Caller caller) {
    return by(caller);
  }

  /**
   * Starts a transaction whose calls a block of the program's own code makes, one after another, so
   * that a call can depend on the results of earlier calls. The returned preamble declares what the
   * transaction uses, if that is known, and {@linkplain TransactionStart#run runs} the block.
   *
   * <p>There is no such transaction over HTTP: it holds actors while its block thinks, and a node
   * cannot distinguish a client that thinks from a client that a network has cut off. A program
   * elsewhere makes one {@linkplain #request() request} of several calls, or calls a procedure.
   */
  public TransactionStart transaction() {
    return TransactionStart.of(this, block -> node.run(block, block::end));
  }

  /**
   * Returns the reason why the node should not get requests now, in words for a person; empty if
   * the node is ready. The reasons are that the node was closed, that its journal has failed, or
   * that it has just started and has not met the other nodes yet.
   */
  public String notReady() {
    if (closed) {
      return "the node was closed";
    }
    String why = node.readiness().notReady();
    return why == null ? "" : why;
  }

  /**
   * Registers a listener that is called, with the reason for a person, when this node finds that it
   * must not go on: its journal has failed, for instance since the disk is full, its data is older
   * than the data that the other nodes have met, or a thread of the process met an {@link
   * OutOfMemoryError}. The node refuses all requests from then on; the program closes the node and
   * opens it again. After an error of the virtual machine the program should end the process, so
   * that its supervisor starts another one.
   *
   * @param listener called on a thread of the node, once for each of these failures, and
   *     immediately if the failure has happened already; must be short, and must not close the node
   *     on that thread
   */
  public void onFailure(Consumer<String> listener) {
    node.onFailure(listener);
    node.onJournalFailure(listener);
  }

  /**
   * Refuses new requests, waits until running transactions have ended, makes them durable, and
   * stops the node. Returns once the node has stopped; a second call does nothing. If a transaction
   * has not ended by then, since one of its procedures does not end, its future ends with an {@link
   * InDoubtException}.
   */
  @Override
  public void close() {
    closed = true;
    try {
      parts.close();
    } finally {
      connection.end();
    }
  }
}
