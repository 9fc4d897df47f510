package tutti.simulator.commit.state;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import tutti.protocol.commit.RecordKind;

/** A node at a moment. A site is changed only by the world that has just copied it. */
public final class NodeState {
  /** The value for no machine. */
  public static final int NONE = -1;

  public boolean up = true;

  /** Whether the node ever crashed. */
  public boolean crashed;

  public int member = NONE;
  public int witness = NONE;
  public DurableRecords ofMember = DurableRecords.NOTHING;
  public DurableRecords ofWitness = DurableRecords.NOTHING;

  /** The records behind the durable part of the log, oldest first. */
  public List<PendingRecord> tail = new ArrayList<>();

  /**
   * The ticks since the event after which the member waits for {@code Sent}; {@link #NONE} if it
   * waits for none.
   */
  public int sending = NONE;

  /** The running timers, in their order. */
  public List<RunningTimer> alarms = new ArrayList<>();

  public NodeOutcome outcome = NodeOutcome.OPEN;

  /** The transaction's irrevocable operation, which only the coordinator's node runs. */
  public OutsideOperation operation = OutsideOperation.NOT_BEGUN;

  NodeState copy() {
    NodeState copy = new NodeState();
    copy.up = up;
    copy.crashed = crashed;
    copy.member = member;
    copy.witness = witness;
    copy.ofMember = ofMember;
    copy.ofWitness = ofWitness;
    copy.tail = new ArrayList<>(tail);
    copy.sending = sending;
    copy.alarms = new ArrayList<>(alarms);
    copy.outcome = outcome;
    copy.operation = operation;
    return copy;
  }

  public int machine(boolean ofItsWitness) {
    return ofItsWitness ? witness : member;
  }

  public void become(boolean ofItsWitness, int machine) {
    if (ofItsWitness) {
      witness = machine;
    } else {
      member = machine;
    }
  }

  /** Begins a witness, which is not told of records that a witness before it has written. */
  public void begin(int newWitness) {
    witness = newWitness;
    tail.replaceAll(written -> written.witness() ? written.untold() : written);
  }

  /** Removes a machine and its timers. */
  public void forget(boolean ofItsWitness) {
    become(ofItsWitness, NONE);
    sending = ofItsWitness ? sending : NONE;
    alarms.removeIf(alarm -> alarm.witness() == ofItsWitness);
  }

  /** Makes {@code records} more records durable. */
  public void flushed(int records) {
    for (PendingRecord written : tail.subList(0, records)) {
      if (written.witness()) {
        ofWitness = ofWitness.with(written);
      } else {
        ofMember = ofMember.with(written);
      }
    }
    tail.subList(0, records).clear();
  }

  /** Crashes the node after {@code kept} records of the tail became durable. */
  public void crash(int kept) {
    flushed(kept);
    tail.clear();
    forget(false);
    forget(true);
    operation = operation.at(OutsideOperation.Work.NONE);
    up = false;
    crashed = true;
    outcome = remembered();
  }

  /**
   * The outcome that the node has reached and does not forget; a lost outcome is as if it had been
   * undone.
   */
  private NodeOutcome remembered() {
    NodeOutcome durable = ofMember.outcome();
    return switch (outcome) {
      case LOOKED, BOTH -> outcome;
      case COMMITTED -> ofMember.has(RecordKind.ABORTED) ? NodeOutcome.BOTH : durable;
      case ABORTED -> durable.hasCommitted() ? NodeOutcome.BOTH : durable;
      // An outcome that is durable and was never carried out counts once it is.
      case OPEN -> durable.hasCommitted() ? NodeOutcome.OPEN : durable;
    };
  }

  /** Starts again, and does what its log says. */
  public void restart() {
    up = true;
    NodeOutcome durable = ofMember.outcome();
    if (durable != NodeOutcome.OPEN) {
      outcome = outcome.then(durable.hasCommitted());
    }
  }

  /** Whether the member waits until the network has what it has sent. */
  public boolean isSending() {
    return sending != NONE;
  }

  /** Whether the node has records to flush, messages to write, or an operation to end. */
  public boolean isBusy() {
    return up && (!tail.isEmpty() || isSending() || operation.isUnderWay());
  }

  /** Whether the node must do something before time goes on. */
  public boolean isUrgent() {
    return up
        && (alarms.stream().anyMatch(RunningTimer::isDue)
            || sending >= InFlightMessage.BOUND
            || tail.stream().anyMatch(written -> written.age() >= InFlightMessage.BOUND));
  }

  public boolean countsTime() {
    return alarms.stream().anyMatch(RunningTimer::isTimed);
  }

  /** Returns the node after {@code ticks} ticks. */
  public NodeState later(int ticks) {
    NodeState later = copy();
    later.tail.replaceAll(PendingRecord::older);
    later.sending = isSending() ? sending + 1 : NONE;
    later.alarms.replaceAll(alarm -> alarm.sooner(ticks));
    return later;
  }

  /**
   * The parts that make a difference if no node crashes any more: a log serves a node that comes
   * back.
   */
  public NodeState withoutCrashes() {
    if (!up) {
      return this;
    }
    NodeState site = copy();
    site.ofMember = ofMember.withoutMemory();
    site.ofWitness = DurableRecords.NOTHING;
    site.tail.replaceAll(PendingRecord::withoutMemory);
    while (!site.tail.isEmpty() && site.tail.getLast().meansNothing()) {
      site.tail.removeLast();
    }
    return site;
  }

  public void set(RunningTimer alarm) {
    stop(alarm);
    alarms.add(alarm);
    alarms.sort(null);
  }

  public void stop(RunningTimer alarm) {
    alarms.removeIf(running -> running.is(alarm.witness(), alarm.timer()));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof NodeState that
        && up == that.up
        && crashed == that.crashed
        && member == that.member
        && witness == that.witness
        && outcome == that.outcome
        && operation.equals(that.operation)
        && tail.equals(that.tail)
        && sending == that.sending
        && alarms.equals(that.alarms)
        && ofMember.equals(that.ofMember)
        && ofWitness.equals(that.ofWitness);
  }

  @Override
  public int hashCode() {
    return Objects.hash(
        up, crashed, member, witness, outcome, operation, tail, sending, alarms, ofMember,
        ofWitness);
  }
}
