package tutti.engine.replication;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import tutti.engine.journal.DurabilityWaiters;
import tutti.engine.journal.Journal;
import tutti.engine.journal.JournalFailed;
import tutti.engine.journal.JournalStatistics;
import tutti.protocol.replication.Ballot;
import tutti.protocol.replication.Command;
import tutti.protocol.replication.LogEntry;

/**
 * The log of a shard as one term has it: a record is durable when it is chosen, forced here as
 * well, and not held. Positions are those of the shard's log, the same on all replicas. When the
 * term ends, the journal has failed: what was not chosen by then is not known to be durable.
 * Thread-safe.
 */
public final class ShardJournal implements Journal {

  /** The number of bytes that are not chosen above which the journal is congested. */
  private static final long CONGESTED_BYTES = 8L << 20;

  private static final long NOT_HELD = Long.MAX_VALUE;

  private final ReplicaDriver driver;
  private final Ballot ballot;
  private final HostLog log;
  private final DurabilityWaiters waiters = new DurabilityWaiters();

  /** Guards what follows, but for reads of what is volatile. */
  private final Object lock = new Object();

  private List<Command> proposed = new ArrayList<>();

  /** Whether a step of the driver will take what was appended. */
  private boolean stepQueued;

  /** The position up to which that step takes the records, or earlier ones have taken them. */
  private volatile long asked;

  /** Whether a timer will propose the records that nothing waits for. */
  private boolean later;

  private volatile long end;
  private long records;
  private long bytes;

  /** The part of the log that is chosen and forced here. */
  private long chosen;

  /** The part of {@link #chosen} that waiters are told of. */
  private volatile long durable;

  private long held = NOT_HELD;
  private volatile boolean over;

  /** The questions whether the term still stands, in the order of their tickets. */
  private final Queue<Question> questions = new ArrayDeque<>();

  private long tickets;

  private record Question(long ticket, long position, DurableCallback callback) {}

  ShardJournal(ReplicaDriver driver, Ballot ballot, long position, HostLog log) {
    this.driver = driver;
    this.ballot = ballot;
    this.log = log;
    this.end = position;
    this.asked = position;
    this.chosen = position;
    this.durable = position;
  }

  /** Returns the ballot of the term. */
  public Ballot ballot() {
    return ballot;
  }

  @Override
  public long append(byte[] from, int offset, int length) throws JournalFailed {
    return append(from, offset, length, true);
  }

  /** Appends a record that is proposed together with the next one, or a few milliseconds later. */
  @Override
  public long appendLazily(byte[] from, int offset, int length) throws JournalFailed {
    return append(from, offset, length, false);
  }

  private long append(byte[] from, int offset, int length, boolean soon) {
    if (length > maxRecordBytes()) {
      throw new IllegalArgumentException(
          "a record has at most " + maxRecordBytes() + " bytes, not " + length);
    }
    Command command = new Command(Arrays.copyOfRange(from, offset, offset + length));
    synchronized (lock) {
      if (over) {
        IllegalStateException cause = new IllegalStateException("term " + ballot + " is over");
        throw new JournalFailed("this host does not lead the shard any more", cause);
      }
      proposed.add(command);
      records++;
      bytes += length;
      end = LogEntry.after(end, length);
      if (soon || stepQueued) {
        propose();
      } else if (!later) {
        later = true;
        driver.proposeLater(this);
      }
      return end;
    }
  }

  /** Makes the driver propose all that was appended, soon. Call this under the lock. */
  private void propose() {
    if (!stepQueued) {
      stepQueued = true;
      driver.propose(this);
    }
    asked = end;
  }

  /** Proposes the records that nothing has waited for: they have waited long enough. */
  void late() {
    synchronized (lock) {
      later = false;
      if (!proposed.isEmpty()) {
        propose();
      }
    }
  }

  /** Proposes the records up to a position, for which something waits now. */
  private void hurry(long position) {
    if (position > asked) {
      synchronized (lock) {
        if (!proposed.isEmpty()) {
          propose();
        }
      }
    }
  }

  /** Takes what was appended since the last call. */
  List<Command> take() {
    synchronized (lock) {
      stepQueued = false;
      asked = end;
      List<Command> all = proposed;
      proposed = new ArrayList<>();
      return all;
    }
  }

  @Override
  public long end() {
    return end;
  }

  @Override
  public long durable() {
    return durable;
  }

  @Override
  public void whenDurable(long position, DurableCallback callback) {
    hurry(position);
    whenDurableLazily(position, callback);
  }

  @Override
  public void whenDurableLazily(long position, DurableCallback callback) {
    if (position <= durable || over) {
      callback.done(position <= durable);
      return;
    }
    waiters.add(position, callback);
    if (position <= durable || over) {
      tellWaiters();
    }
  }

  @Override
  public void whenCurrent(long position, DurableCallback callback) {
    hurry(position);
    synchronized (lock) {
      if (!over) {
        questions.add(new Question(++tickets, position, callback));
        driver.confirm(ballot, tickets);
        return;
      }
    }
    callback.done(false);
  }

  /** The term stood after each question up to this ticket was asked. */
  void confirmed(long ticket) {
    List<Question> answered = new ArrayList<>();
    synchronized (lock) {
      while (!questions.isEmpty() && questions.peek().ticket() <= ticket) {
        answered.add(questions.remove());
      }
    }
    answered.forEach(each -> whenDurable(each.position(), each.callback()));
  }

  /** All up to that position is chosen, and forced here. */
  void chosen(long position) {
    synchronized (lock) {
      if (position <= chosen) {
        return;
      }
      chosen = position;
      durable = Math.max(durable, Math.min(chosen, held));
    }
    tellWaiters();
  }

  private void tellWaiters() {
    // One thread at a time tells; the lock is not the one that appends need.
    synchronized (waiters) {
      waiters.tell(durable);
      if (over) {
        waiters.tellFailure();
      }
    }
  }

  /** Ends the term. */
  void steppedDown() {
    List<Question> unanswered;
    synchronized (lock) {
      over = true;
      held = NOT_HELD;
      durable = chosen;
      unanswered = List.copyOf(questions);
      questions.clear();
      proposed = new ArrayList<>();
    }
    tellWaiters();
    unanswered.forEach(each -> each.callback().done(false));
  }

  /**
   * Calls no record behind the newest durable until {@link #letGo}; they are written and chosen as
   * always.
   *
   * @return the position behind which nothing has been told
   * @throws IllegalStateException if it is held already
   */
  public long hold() {
    synchronized (lock) {
      if (held != NOT_HELD) {
        throw new IllegalStateException("the log is held already");
      }
      held = end;
      return held;
    }
  }

  /**
   * Tells all that was held back.
   *
   * @return whether it was held until now; the log of a term that is over is not held
   */
  public boolean letGo() {
    boolean was;
    synchronized (lock) {
      was = held != NOT_HELD;
      held = NOT_HELD;
      durable = Math.max(durable, chosen);
    }
    tellWaiters();
    return was;
  }

  /** The whole log of the host fails: its other shards share the memory that is not trusted. */
  @Override
  public void fail(Throwable cause) {
    log.fail(cause);
  }

  @Override
  public boolean failed() {
    return over;
  }

  @Override
  public boolean isHandedOn() {
    return over && !log.failed();
  }

  @Override
  public boolean congested() {
    return log.congested() || end - durable > CONGESTED_BYTES;
  }

  @Override
  public int maxRecordBytes() {
    return log.maxContentBytes();
  }

  @Override
  public void truncateBefore(long position) {
    driver.released(Math.min(position, durable));
  }

  @Override
  public JournalStatistics statistics() {
    synchronized (lock) {
      return new JournalStatistics(records, bytes, log.statistics().flushes(), end - durable);
    }
  }

  /** Ends the journal of this term; the term itself ends when it is handed over. */
  @Override
  public void close() {
    driver.propose(ballot, take());
    steppedDown();
  }
}
