package tutti.engine.runtime;

import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Places in this code where a rare event may happen, at any time: a flush comes late, a timer rings
 * early, a slow path is taken. {@link Scheduler#injects} asks there whether it shall happen now. In
 * production it never does; the simulator answers from its seed, and notes which places a run came
 * by. A place's action is allowed whenever the place is reached: no code may rely on its absence.
 */
public enum FaultPoint {
  // The journal.
  /** A flush that is due waits a little. */
  FLUSH_LATE,
  /** The current batch takes no further record. */
  BATCH_OF_ONE,
  /** The current segment takes no further record. */
  SEGMENT_EARLY,
  /** A record without a waiter is flushed as if it had one. */
  LAZY_AT_ONCE,
  /** A batch is durable, and its waiters hear of it later. */
  DURABLE_TOLD_LATE,
  /** The next segment is not made ahead. */
  SPARE_NOT_READY,
  /** The disk is said not to keep up. */
  DISK_CONGESTED,

  // Checkpoints.
  /** A checkpoint is begun though the log has hardly grown. */
  CHECKPOINT_NOW,
  /** A checkpoint copies one actor, and lets others go first. */
  CHECKPOINT_SLOW,

  // Transactions.
  /** A request is turned away as if too many were running. */
  OVERLOADED,
  /** A task asks an actor of its own container by a step, as it would ask one of another. */
  ASK_BY_STEP,
  /** Effects in a task's own container come by a step, like those in others. */
  APPLY_BY_STEP,
  /** An effect of a decided transaction comes later. */
  APPLY_LATE,
  /** The knowledge of earlier transactions is not used. */
  HABIT_FORGOTTEN,
  /** The first transaction that is found in a cycle of waits is stopped, not the youngest. */
  OTHER_VICTIM,
  /** A transaction that begins to wait does not look for a cycle. */
  CYCLE_OVERLOOKED,
  /** The regular look for cycles comes immediately. */
  CYCLES_SOUGHT_EARLY,

  /** The end of an irrevocable operation is not heard: its check is asked. */
  OPERATION_UNCLEAR,

  // Several nodes.
  /** The network is said not to keep up. */
  NETWORK_CONGESTED,
  /** A separate message asks another node for its vote. */
  VOTE_APART,
  /** A vote is durable, and is sent later. */
  VOTE_LATE,
  /** A decision is durable, and is told later. */
  DECISION_LATE,
  /** A participant in doubt asks before it would. */
  INQUIRY_EARLY,
  /** An unacknowledged message is sent again earlier than usual. */
  RETRY_EARLY,
  /** A question to an actor is asked again before it would. */
  ASKED_AGAIN_EARLY,
  /** A client's question is sent again before it would. */
  FORWARDED_AGAIN_EARLY,
  /** An acknowledgement is not sent: the node that waits for it will ask again. */
  ACK_DROPPED,
  /**
   * The record that all have acknowledged a decision is not written: recovery would send it again.
   */
  END_NOT_WRITTEN,
  /** A participant that has not voted gives up before its time is over. */
  GIVEN_UP_EARLY,
  /** A node closes an epoch for a snapshot when others have gone on for a while. */
  EPOCH_CLOSED_LATE,
  /** A deadline passes when all have answered, just before the transaction is to be decided. */
  DEADLINE_BEFORE_DECISION,

  // Replicas that execute by themselves. Each of these is a fault of its own, and not drawn here.
  /** The first execution of a transaction at a replica comes to an error of the virtual machine. */
  EXECUTION_FAILS(false),
  /** A replica says that an execution has come to another end than it has. */
  EXECUTION_DIFFERS(false);

  private final boolean drawn;

  FaultPoint() {
    this(true);
  }

  FaultPoint(boolean drawn) {
    this.drawn = drawn;
  }

  /** Returns whether the places that a run provokes are drawn with this one among them. */
  public boolean isDrawn() {
    return drawn;
  }

  /** Returns the label in flags and results. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /**
   * Reads labels with commas between them.
   *
   * @throws IllegalArgumentException with a message for a person, if one of them is none
   */
  public static Set<FaultPoint> parse(String text) {
    EnumSet<FaultPoint> places = EnumSet.noneOf(FaultPoint.class);
    for (String label : text.split(",", -1)) {
      places.add(of(label.strip()));
    }
    return Collections.unmodifiableSet(places);
  }

  private static FaultPoint of(String label) {
    for (FaultPoint place : values()) {
      if (place.label().equals(label)) {
        return place;
      }
    }
    throw new IllegalArgumentException(
        "there is no place '"
            + label
            + "'; there are "
            + Arrays.stream(values()).map(FaultPoint::label).collect(Collectors.joining(", ")));
  }
}
