package tutti.simulator.model;

import org.jspecify.annotations.Nullable;

/** The costs of a model: the constants of a {@link MachineModel}. */
public enum Constant {
  REQUEST("request", "a request of a client is taken in, and its answer given"),
  TASK("task", "a transaction or a read begins and ends, with its bookkeeping"),
  ACTION("action", "an actor is asked, the action evaluated, and applied or let go"),
  ROW_FIND("row.find", "a row is looked up by its primary key"),
  ROW_SEEK("row.seek", "an order is searched: a scan begins, or an index is asked for a key"),
  ROW_NEXT("row.next", "a scan goes on to a row"),
  RESUME("resume", "a task that waited goes on"),
  STEP("step", "a short piece of work is queued for a thread and run"),
  TIMER("timer", "a timer is set"),
  APPEND("append", "a record is appended to the log, and who waits for it is told"),
  GRAPH_VERTEX("graph.vertex", "a transaction comes into a replica's graph, and leaves it"),
  GRAPH_EDGE("graph.edge", "a transaction waits for another: it is found, told and followed"),
  GRAPH_COMPONENT("graph.component", "transactions that wait for each other get their place"),
  SEND("message.send", "a message is encoded and sent"),
  RECEIVE("message.receive", "a message is received, decoded and seen to"),
  MESSAGE_PART("message.part", "one more of several messages that go as one, at either end"),
  MESSAGE_KIB("message.kib", "processor time for each KiB of a message, at either end"),
  MESSAGE_DELAY("message.delay", "from sending to arrival, where no network file says it"),
  WAKE("wake.delay", "until a thread runs that slept"),
  UNPARK("wake.cost", "processor time of whoever wakes it"),
  HANDOVER("wake.spinning", "until a thread runs that was spinning for work"),
  FLUSH_COST("disk.cost", "processor time of a write and its flush"),
  DISK_KIB("disk.kib", "how much longer a write takes for each KiB"),
  FLUSH("disk.flush", "how long a write of one block and its flush take"),
  CORES("cores", "cores of each node");

  private final String path;
  private final String meaning;

  Constant(String path, String meaning) {
    this.path = path;
    this.meaning = meaning;
  }

  /** Returns the constant's key in a machine file. */
  public String path() {
    return path;
  }

  /** Returns the constant's meaning, for a person. */
  public String meaning() {
    return meaning;
  }

  /** Returns the head of the cost, or null if the head depends on the piece of work. */
  @Nullable Head head() {
    return switch (this) {
      case REQUEST -> Head.OVERHEAD;
      case TASK -> Head.TXN_MANAGER;
      case ACTION -> Head.USEFUL_WORK;
      case ROW_FIND, ROW_SEEK, ROW_NEXT -> Head.INDEX;
      case APPEND, GRAPH_VERTEX, GRAPH_EDGE, GRAPH_COMPONENT, FLUSH_COST -> Head.COMMIT;
      case RESUME, STEP, TIMER, SEND, RECEIVE, MESSAGE_PART, MESSAGE_KIB, UNPARK -> null;
      case MESSAGE_DELAY, WAKE, HANDOVER, DISK_KIB, FLUSH, CORES -> null;
    };
  }

  /** Returns whether the constant is a duration, and not a number or a distribution. */
  public boolean isPlainDuration() {
    return this != FLUSH && this != CORES;
  }
}
