package tutti.engine.integrated;

import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tutti.engine.journal.MetaStore;
import tutti.engine.replication.FailureMark;
import tutti.engine.replication.StoppedShard;
import tutti.engine.runtime.FatalErrors;
import tutti.engine.runtime.MachineGuard;
import tutti.engine.runtime.PassingFailure;
import tutti.engine.runtime.ProcessEnded;
import tutti.engine.runtime.Scheduler;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.model.MalformedData;

/**
 * The guard of the steps of one replica of an integrated protocol. A step that throws ends the
 * process, which leaves a mark. If the same step fails at a later start, only this replica stops,
 * and the process continues with the others. The guard also knows the transactions that all
 * replicas of the shard pass over. Confined to the host's queue of machines, except for methods
 * that state otherwise.
 *
 * <p>For example, a message about transaction 7 throws at host a. The process ends; the message
 * comes again after the start, and throws: the replica of that shard stops on a.
 */
public final class StepGuard {
  private static final Logger LOG = LoggerFactory.getLogger(StepGuard.class);

  /** The time after a start in which what fails counts as failed by the start itself. */
  private static final long YOUNG_NANOS = 300_000_000_000L;

  /** The most transactions that are remembered: older ones come no more. */
  private static final int MOST_PASSED_OVER = 256;

  /** Numbers of places are below this: every program can read them as numbers of JSON. */
  public static final long NUMBERS = 1L << 52;

  private final int shard;
  private final MachineGuard guard;
  private final Scheduler scheduler;
  private final @Nullable MetaStore meta;
  private final @Nullable FailureMark mark;
  private final long begun;
  private final Set<Long> passedOver = new LinkedHashSet<>();
  private volatile @Nullable StoppedShard stopped;

  /**
   * A place at which a step may fail.
   *
   * @param number the place's number, which is equal at all starts, on all hosts
   * @param isTransaction whether the place is a transaction, which occurs only once
   * @param isPassable whether all replicas can agree to pass over the place
   * @param words a description for a person
   */
  public record Place(
      long number, boolean isTransaction, boolean isPassable, Supplier<String> words) {

    /** Returns the place of a step that nothing but its words tell from others. */
    public static Place of(String words) {
      return new Place(StepGuard.number(words.hashCode(), 0), false, false, () -> words);
    }
  }

  /** A guard that remembers nothing. */
  StepGuard(Scheduler scheduler, String machine, int shard) {
    this(scheduler, machine, shard, null, null);
  }

  /** Reads what earlier starts have left. */
  StepGuard(Scheduler scheduler, String machine, int shard, MetaStore meta) throws IOException {
    this(scheduler, machine, shard, meta, new FailureMark(meta, shard));
    read(meta.get(name()).orElse(new byte[0]));
  }

  private StepGuard(
      Scheduler scheduler,
      String machine,
      int shard,
      @Nullable MetaStore meta,
      @Nullable FailureMark mark) {
    this.shard = shard;
    this.scheduler = scheduler;
    this.guard = new MachineGuard(scheduler, machine);
    this.meta = meta;
    this.mark = mark;
    this.begun = scheduler.nanos();
  }

  private String name() {
    return "passed-over-" + shard;
  }

  /** Returns the number of the place that has that name, of two numbers. */
  public static long number(long one, long other) {
    long mixed = (one * 0x9E3779B97F4A7C15L ^ other) * 0xBF58476D1CE4E5B9L;
    return (mixed ^ mixed >>> 31) & (NUMBERS - 1);
  }

  /** The shard of steps of coordinators, which have a part in none, for {@code mayFailAt}. */
  public static final int OF_COORDINATORS = -1;

  // --- steps that fail

  /** Returns whether an earlier start has ended at that place. Cheap where none has. */
  public boolean isSuspect(long place) {
    return mark != null && mark.isSet() && mark.isAt(place);
  }

  /**
   * A step has failed: the process ends, or the replica has stopped when this returns.
   *
   * @throws ProcessEnded if the process goes on without the node
   */
  public void failed(Place place, Throwable cause) {
    FailureMark its = mark;
    if (its == null
        || cause instanceof ProcessEnded
        || cause instanceof PassingFailure
        || FatalErrors.isFatal(cause)) {
      throw guard.failed(place.words(), cause);
    }
    boolean isYoung = scheduler.nanos() - begun < YOUNG_NANOS;
    if (!its.isAt(place.number()) || !place.isTransaction() && !isYoung) {
      its.put(place.number(), cause);
      throw guard.failed(place.words(), cause);
    }
    String why = place.words().get() + ": " + cause;
    LOG.error("a step of shard {} has failed again", shard, cause);
    stop(new StoppedShard(shard, place.number(), why, place.isPassable()));
  }

  /**
   * Ends the process for a failure that no start meets again.
   *
   * @return never
   */
  public Error ended(Throwable cause) {
    throw guard.failed(() -> "a coordinator", cause);
  }

  /** The replica cannot go on here. */
  public void stop(StoppedShard at) {
    LOG.error("{}", at.text());
    stopped = at;
  }

  /** Returns why the replica is stopped; null if it is not. May be called by any thread. */
  public @Nullable StoppedShard stopped() {
    return stopped;
  }

  /** Returns why the replica is stopped at that place; null if it is not stopped there. */
  public @Nullable StoppedShard stoppedAt(long place) {
    StoppedShard at = stopped;
    return at != null && at.entry() == place ? at : null;
  }

  /**
   * Ends the process, so that the replica goes on at its next start.
   *
   * @return never
   */
  public Error startAgain(String why) {
    throw guard.failed(() -> "an order to pass over a transaction", new IllegalStateException(why));
  }

  /** Resumes the replica. */
  public void goesOn() {
    stopped = null;
  }

  // --- transactions that are passed over

  /** Returns whether all replicas of the shard pass over the transaction at that place. */
  public boolean isPassedOver(long place) {
    return !passedOver.isEmpty() && passedOver.contains(place);
  }

  /** All replicas of the shard pass over the transaction at that place, as an order has it. */
  public void passOver(long place) {
    if (passedOver.add(place) && meta != null) {
      if (passedOver.size() > MOST_PASSED_OVER) {
        passedOver.remove(passedOver.iterator().next());
      }
      Encoder out = new Encoder().putVarLong(passedOver.size());
      passedOver.forEach(out::putLong);
      try {
        meta.put(name(), out.toByteArray());
      } catch (IOException e) {
        LOG.warn("that shard {} passes over {} is not kept: {}", shard, place, e.getMessage());
      }
    }
  }

  private void read(byte[] bytes) {
    try {
      Decoder in = new Decoder(bytes);
      for (long left = bytes.length == 0 ? 0 : in.getVarLong(); left > 0; left--) {
        passedOver.add(in.getLong());
      }
    } catch (MalformedData e) {
      LOG.warn("what shard {} passes over cannot be read: {}", shard, e.getMessage());
    }
  }
}
