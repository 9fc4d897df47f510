package tutti.server.http;

import io.netty.util.concurrent.EventExecutor;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tutti.engine.runtime.FatalErrors;

/**
 * The state that the connections of one event loop share. Used on that loop, except for {@link
 * #execute}.
 */
final class EventLoop {
  /** The time for which a refused client may go on sending before its connection is cut. */
  static final long LINGER_NANOS = TimeUnit.SECONDS.toNanos(2);

  /**
   * The time for which a client may read nothing of its answer while others wait for room for
   * theirs.
   */
  private static final long STALLED_NANOS = TimeUnit.SECONDS.toNanos(2);

  /** The connections beyond the limit that are told so. */
  private static final int REFUSED_AT_A_TIME = 8;

  private static final Logger LOG = LoggerFactory.getLogger(EventLoop.class);

  private final EventExecutor executor;
  private final Handler handler;
  private final Limits limits;
  private final BooleanSupplier stopping;
  private final Set<ServerConnection> connections = new HashSet<>();

  /** The connections that were not taken, until their clients have been told and have gone. */
  private final Set<ServerConnection> turnedAway = new HashSet<>();

  private final ArrayDeque<Runnable> later = new ArrayDeque<>();
  private final AtomicInteger open = new AtomicInteger();
  private final ResponseWriter writer;
  private final Load load;
  private final @Nullable Turns turns;

  /** The bytes of bodies that are being read or answered. */
  private long bodies;

  /** The requests that wait for others of their connections. */
  private int queued;

  /** The bytes of answers that wait for clients to read them, about. */
  private long unread;

  /** The connections whose answers wait for room, in the order in which they began to. */
  private final SequencedSet<ServerConnection> starved = new LinkedHashSet<>();

  /** Whether an answer was refused for want of room since the last sweep. */
  private boolean crowded;

  EventLoop(EventExecutor executor, Handler handler, Limits limits, BooleanSupplier stopping) {
    this(executor, handler, limits, stopping, new Load(() -> 0), null, new ResponseWriter());
  }

  /**
   * @param turns returns how long ago the requests that are read now may have arrived; null if that
   *     is not known
   * @param writer writes the responses
   */
  EventLoop(
      EventExecutor executor,
      Handler handler,
      Limits limits,
      BooleanSupplier stopping,
      Load load,
      @Nullable Turns turns,
      ResponseWriter writer) {
    this.writer = writer;
    this.executor = executor;
    this.handler = handler;
    this.limits = limits;
    this.stopping = stopping;
    this.load = load;
    this.turns = turns;
    executor.scheduleWithFixedDelay(
        FatalErrors.reporting(this::sweep), 500, 500, TimeUnit.MILLISECONDS);
    if (turns != null) {
      executor.scheduleAtFixedRate(
          FatalErrors.reporting(this::tick),
          Turns.TICK_NANOS,
          Turns.TICK_NANOS,
          TimeUnit.NANOSECONDS);
    }
  }

  private void tick() {
    long now = System.nanoTime();
    load.admission().sample(now, turns == null ? 0 : now - turns.ticked(now));
  }

  /** Returns the earliest time at which what is read now can have arrived; called on the loop. */
  long earliest(long now) {
    return turns == null ? now : turns.earliest(now);
  }

  /** Returns the number of the loop's turn; called on the loop. */
  long turn() {
    return turns == null ? 0 : turns.number();
  }

  /**
   * Returns whether this turn is the turn {@code turn} or the one after it. Call this on the loop.
   */
  boolean isNextTurn(long turn) {
    return turns != null && turns.number() - turn <= 1;
  }

  Load load() {
    return load;
  }

  boolean inside() {
    return executor.inEventLoop();
  }

  /** Runs a task on this loop; thread-safe. A loop that has ended drops the task. */
  void execute(Runnable task) {
    if (!executor.isShuttingDown()) {
      executor.execute(task);
    }
  }

  /** Runs a task on this loop after all data that has been read; called on the loop. */
  void later(Runnable task) {
    later.add(task);
    if (later.size() == 1) {
      executor.execute(this::runLater);
    }
  }

  /** Runs what has come by now. An error in one task leaves none of the others behind. */
  private void runLater() {
    try {
      for (int n = later.size(); n > 0; n--) {
        Runnable task = later.remove();
        try {
          task.run();
        } catch (Throwable error) {
          // Its client has been answered, or cannot be; the others are to be.
          FatalErrors.report(error);
          report(error);
        }
      }
    } finally {
      if (!later.isEmpty()) {
        executor.execute(this::runLater);
      }
    }
  }

  /** Takes room for bytes of a body; false if there is none. */
  boolean take(int bytes) {
    if (bytes > limits.bodies() - bodies) {
      return false;
    }
    bodies += bytes;
    return true;
  }

  /** Gives {@code bytes} bytes of room back. */
  void give(int bytes) {
    bodies -= bytes;
  }

  /** Takes room for a request that waits for others of its connection; false if there is none. */
  boolean enqueue() {
    if ((queued + 1L) * Limits.REQUEST > limits.bodies()) {
      return false;
    }
    queued++;
    return true;
  }

  /** Gives the room of such a request back. */
  void dequeue() {
    queued--;
  }

  /** Returns whether more of an answer may be made: few enough bytes wait for all clients. */
  boolean hasRoom() {
    return unread < limits.bodies();
  }

  /** Counts bytes that wait for a client, or wait no longer. */
  void unread(long more) {
    unread += more;
    load.unread(more);
    if (more < 0 && !starved.isEmpty() && hasRoom()) {
      execute(this::feed);
    }
  }

  /**
   * Returns whether an answer of many pieces may begin. If there is no room, the next sweep makes
   * room, since all answers that fill it may wait for their clients.
   */
  boolean mayBegin() {
    boolean room = hasRoom();
    crowded |= !room;
    return room;
  }

  /** Registers a connection, which continues when there is room for more of its answers. */
  void starve(ServerConnection connection) {
    starved.add(connection);
  }

  private void feed() {
    for (int n = starved.size(); n > 0 && hasRoom(); n--) {
      starved.removeFirst().feed();
    }
  }

  Handler handler() {
    return handler;
  }

  Limits limits() {
    return limits;
  }

  ResponseWriter writer() {
    return writer;
  }

  boolean stopping() {
    return stopping.getAsBoolean();
  }

  void report(Throwable bug) {
    LOG.error("a bug while answering a request", bug);
  }

  void sweep() {
    long now = System.nanoTime();
    for (ServerConnection connection : all()) {
      connection.sweep(now);
    }
    if ((crowded || !starved.isEmpty()) && !hasRoom()) {
      makeRoom(now);
    }
    crowded = false;
    if (load.needsRoom()) {
      endSlowAnswers(now);
    }
    feed();
  }

  /**
   * Closes connections whose clients have read nothing for a while, the longest first, until half
   * of the room is free for the answers of others: clients that ask and do not read cannot use up
   * memory, nor keep answers from those that do.
   */
  private void makeRoom(long now) {
    long left = unread;
    for (ServerConnection each : stalled(now)) {
      if (left < limits.bodies() / 2) {
        return;
      }
      left -= each.unread();
      load.closedSlow();
      each.abandon();
    }
  }

  /**
   * Does the same for the room for long answers and batches, which those hold that are being sent.
   */
  private void endSlowAnswers(long now) {
    for (ServerConnection each : stalled(now)) {
      if (each.isSending() && load.needsRoom()) {
        load.closedSlow();
        each.abandon();
      }
    }
  }

  /** Returns the connections whose clients have read nothing for a while, the longest first. */
  private List<ServerConnection> stalled(long now) {
    return connections.stream()
        .filter(each -> each.unread() > 0 && now - each.since() > STALLED_NANOS)
        .sorted(Comparator.comparingLong(each -> each.since() - now))
        .toList();
  }

  /** Whether the loop has a connection; thread-safe. */
  boolean busy() {
    return open.get() > 0;
  }

  /** The ways in which a new connection is met. */
  enum Opening {
    TAKEN,
    /** The client is answered that there are too many. */
    REFUSED,
    /**
     * The connection is closed without an answer, since those that are being refused are many, too.
     */
    DROPPED
  }

  /**
   * Takes a new connection. If there are already as many connections as are permitted, the
   * connection that has waited longest for a request is closed, which a client must expect of an
   * idle connection; if all are in use, the new connection is refused. So clients cannot use up the
   * process's memory, nor the file descriptors that its log needs.
   */
  Opening opened(ServerConnection connection) {
    connections.add(connection);
    open.incrementAndGet();
    while (connections.size() > limits.connections()) {
      ServerConnection longest = longestIdleBut(connection);
      if (longest == null) {
        break;
      }
      load.closedIdle();
      // Not when it is seen to be closed: many may come in this turn, each to make room for itself.
      closed(longest);
      longest.abandon();
    }
    if (connections.size() <= limits.connections()) {
      return Opening.TAKEN;
    }
    load.refused();
    connections.remove(connection);
    turnedAway.add(connection);
    return turnedAway.size() <= REFUSED_AT_A_TIME ? Opening.REFUSED : Opening.DROPPED;
  }

  /** Returns a copy of all that are open. */
  private List<ServerConnection> all() {
    List<ServerConnection> all = new ArrayList<>(connections);
    all.addAll(turnedAway);
    return all;
  }

  /** Returns the connection that has waited longest for a request; null if none but that waits. */
  private @Nullable ServerConnection longestIdleBut(ServerConnection one) {
    ServerConnection longest = null;
    for (ServerConnection other : connections) {
      if (other != one
          && other.idle()
          && (longest == null || other.since() - longest.since() < 0)) {
        longest = other;
      }
    }
    return longest;
  }

  void closed(ServerConnection connection) {
    starved.remove(connection);
    if (connections.remove(connection) || turnedAway.remove(connection)) {
      open.decrementAndGet();
    }
  }

  void abandonAll() {
    all().forEach(ServerConnection::abandon);
  }
}
