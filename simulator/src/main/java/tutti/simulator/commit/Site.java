package tutti.simulator.commit;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import tutti.protocol.commit.Entry;

/** A node at a moment. A site is changed only by the world that has just copied it. */
final class Site {
  /** The value for no machine. */
  static final int NONE = -1;

  boolean up = true;

  /** Whether the node ever crashed. */
  boolean crashed;

  int member = NONE;
  int witness = NONE;
  Durable ofMember = Durable.NOTHING;
  Durable ofWitness = Durable.NOTHING;

  /** The records behind the durable part of the log, oldest first. */
  List<Written> tail = new ArrayList<>();

  /** The running timers, in their order. */
  List<Alarm> alarms = new ArrayList<>();

  Outcome outcome = Outcome.OPEN;

  Site copy() {
    Site copy = new Site();
    copy.up = up;
    copy.crashed = crashed;
    copy.member = member;
    copy.witness = witness;
    copy.ofMember = ofMember;
    copy.ofWitness = ofWitness;
    copy.tail = new ArrayList<>(tail);
    copy.alarms = new ArrayList<>(alarms);
    copy.outcome = outcome;
    return copy;
  }

  int machine(boolean ofItsWitness) {
    return ofItsWitness ? witness : member;
  }

  void become(boolean ofItsWitness, int machine) {
    if (ofItsWitness) {
      witness = machine;
    } else {
      member = machine;
    }
  }

  /** Begins a witness, which is not told of records that a witness before it has written. */
  void begin(int newWitness) {
    witness = newWitness;
    tail.replaceAll(written -> written.witness() ? written.untold() : written);
  }

  /** Removes a machine and its timers. */
  void forget(boolean ofItsWitness) {
    become(ofItsWitness, NONE);
    alarms.removeIf(alarm -> alarm.witness() == ofItsWitness);
  }

  /** Makes so many records more durable. */
  void flushed(int records) {
    for (Written written : tail.subList(0, records)) {
      if (written.witness()) {
        ofWitness = ofWitness.with(written);
      } else {
        ofMember = ofMember.with(written);
      }
    }
    tail.subList(0, records).clear();
  }

  /** Crashes the node after so many records of the tail were durable. */
  void crash(int kept) {
    flushed(kept);
    tail.clear();
    forget(false);
    forget(true);
    up = false;
    crashed = true;
    outcome = remembered();
  }

  /**
   * The outcome that the node has reached and does not forget; a lost outcome is as if it had been
   * undone.
   */
  private Outcome remembered() {
    Outcome durable = ofMember.outcome();
    return switch (outcome) {
      case LOOKED, BOTH -> outcome;
      case COMMITTED -> ofMember.has(Entry.ABORTED) ? Outcome.BOTH : durable;
      case ABORTED -> durable.hasCommitted() ? Outcome.BOTH : durable;
      // An outcome that is durable and was never carried out counts once it is.
      case OPEN -> durable.hasCommitted() ? Outcome.OPEN : durable;
    };
  }

  /** Starts again, and does what its log says. */
  void restart() {
    up = true;
    Outcome durable = ofMember.outcome();
    if (durable != Outcome.OPEN) {
      outcome = outcome.then(durable.hasCommitted());
    }
  }

  /** Whether the node has records to flush. */
  boolean isBusy() {
    return up && !tail.isEmpty();
  }

  /** Whether the node must do something before time goes on. */
  boolean isUrgent() {
    return up
        && (alarms.stream().anyMatch(Alarm::isDue)
            || tail.stream().anyMatch(written -> written.age() >= Wire.BOUND));
  }

  boolean countsTime() {
    return alarms.stream().anyMatch(Alarm::isTimed);
  }

  /** The node so many ticks later. */
  Site later(int ticks) {
    Site later = copy();
    later.tail.replaceAll(Written::older);
    later.alarms.replaceAll(alarm -> alarm.sooner(ticks));
    return later;
  }

  /**
   * The parts that make a difference if no node crashes any more: a log serves a node that comes
   * back.
   */
  Site withoutCrashes() {
    if (!up) {
      return this;
    }
    Site site = copy();
    site.ofMember = ofMember.withoutMemory();
    site.ofWitness = Durable.NOTHING;
    site.tail.replaceAll(Written::withoutMemory);
    while (!site.tail.isEmpty() && site.tail.getLast().meansNothing()) {
      site.tail.removeLast();
    }
    return site;
  }

  void set(Alarm alarm) {
    stop(alarm);
    alarms.add(alarm);
    alarms.sort(null);
  }

  void stop(Alarm alarm) {
    alarms.removeIf(running -> running.is(alarm.witness(), alarm.timer()));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Site that
        && up == that.up
        && crashed == that.crashed
        && member == that.member
        && witness == that.witness
        && outcome == that.outcome
        && tail.equals(that.tail)
        && alarms.equals(that.alarms)
        && ofMember.equals(that.ofMember)
        && ofWitness.equals(that.ofWitness);
  }

  @Override
  public int hashCode() {
    return Objects.hash(up, crashed, member, witness, outcome, tail, alarms, ofMember, ofWitness);
  }
}
