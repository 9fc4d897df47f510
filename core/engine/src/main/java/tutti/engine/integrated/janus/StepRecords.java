package tutti.engine.integrated.janus;

import java.util.SortedMap;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import tutti.engine.history.History;
import tutti.engine.replication.HostLog;
import tutti.engine.replication.RecordNumbers;
import tutti.model.ActorId;
import tutti.model.Encoder;
import tutti.protocol.integrated.janus.Record;
import tutti.protocol.integrated.janus.graph.TransactionId;

/**
 * The records that a replica leaves in its host's log: the facts of all steps queued so far in one
 * record, unless they are long or many. A host that has little to do appends the facts of each step
 * immediately. Confined to the host's queue of machines.
 */
final class StepRecords {
  /** A record that is as long ends. */
  private static final int ENOUGH_BYTES = 1 << 16;

  /**
   * The steps whose facts are appended at once, however many are queued: a host that is behind
   * would hold back the promises that wait for their flush.
   */
  private static final int MOST_STEPS = 32;

  private final int shard;
  private final HostLog log;
  private final History history;
  private final RecordNumbers numbers;
  private final Driver driver;
  private Encoder content = new Encoder();

  /** The numbers of the first and the newest of the facts since the last record. */
  private long first;

  private long last;
  private boolean forced;

  /** The steps that have left facts since the last record. */
  private int steps;

  private boolean appending;

  /** The number of the newest record. */
  private long newest;

  /**
   * The driver of the replica.
   *
   * @param persisted is called with the number of a fact that is durable together with all facts
   *     before it, on the flusher's thread
   * @param failed is called if facts never will be durable, on any thread
   * @param later runs a step behind those queued so far
   */
  record Driver(LongConsumer persisted, Runnable failed, Consumer<Runnable> later) {}

  /**
   * @param numbers of the replica's facts
   */
  StepRecords(int shard, HostLog log, History history, RecordNumbers numbers, Driver driver) {
    this.shard = shard;
    this.log = log;
    this.history = history;
    this.numbers = numbers;
    this.driver = driver;
  }

  /** Adds what a transaction has written, before the fact of its execution. */
  void add(TransactionId id, SortedMap<ActorId, byte[]> writes) {
    HostMemory.encode(id, writes, content);
  }

  /**
   * Adds a fact.
   *
   * @param isForced whether an answer waits for it
   */
  void add(Record fact, boolean isForced) {
    last = numbers.ask();
    first = first == 0 ? last : first;
    HostMemory.encode(fact, content);
    forced |= isForced;
  }

  /** A step has ended: what it has added is appended with that of the steps behind it. */
  void ended() {
    if (content.size() == 0) {
      return;
    }
    if (++steps >= MOST_STEPS || content.size() >= ENOUGH_BYTES) {
      append();
    } else if (!appending) {
      appending = true;
      driver.later.accept(
          () -> {
            appending = false;
            append();
          });
    }
  }

  /** Appends what was added since. */
  void append() {
    steps = 0;
    if (content.size() == 0) {
      return;
    }
    Encoder its = content;
    long from = first;
    long to = last;
    Consumer<Encoder> record = out -> out.putRaw(its.array(), 0, its.size());
    Consumer<Boolean> told =
        durable -> {
          if (!durable) {
            driver.failed.run();
          } else if (from > 0) {
            driver.persisted.accept(to);
          }
        };
    boolean soon = forced;
    content = new Encoder();
    first = 0;
    forced = false;
    newest = soon ? log.append(shard, record) : log.appendLazily(shard, record);
    if (from > 0) {
      numbers.appended(from, to, soon);
    }
    history.recorded(shard);
    if (soon) {
      log.whenDurable(newest, told::accept);
    } else {
      log.whenDurableLazily(newest, told::accept);
    }
  }

  /** Appends a record that is none of a step's, behind theirs; returns its number. */
  long append(Consumer<Encoder> record) {
    append();
    return appended(record);
  }

  private long appended(Consumer<Encoder> record) {
    newest = log.append(shard, record);
    return newest;
  }

  /** Returns the number of the newest record of the replica, with all that was added. */
  long newest() {
    append();
    return newest;
  }
}
