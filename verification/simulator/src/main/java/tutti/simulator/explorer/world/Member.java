package tutti.simulator.explorer.world;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import tutti.protocol.machine.Effect;
import tutti.protocol.machine.TimerName;

/**
 * A machine of a world with its disk and its timers, at a moment. Immutable.
 *
 * <p>For example, a replica that has written two records, neither of them durable, has a tail of
 * two. If it crashes then, its machine is {@link #DOWN}, its tail is empty, and its disk has none
 * of the records, the first, or both.
 *
 * @param place the number of the member in its world, from 0
 * @param machine the number of its machine; {@link #DOWN} if it does not run
 * @param disk the number of its durable state; {@link #NO_DISK} if it has no log
 * @param tail the records that are not durable, oldest first
 * @param doomed whether nothing that it writes becomes durable any more, since it crashes before
 *     that
 * @param timers the timers that are set and can make a difference, in the order of their names
 * @param facts the model's further facts about the member
 * @param <F> the model's facts about members
 */
public record Member<F>(
    int place,
    int machine,
    int disk,
    List<Effect.Persist<?>> tail,
    boolean doomed,
    List<TimerName> timers,
    F facts) {
  /** The machine of a member that does not run. */
  public static final int DOWN = -1;

  /** The disk of a member that has no log. */
  public static final int NO_DISK = -1;

  private static final Comparator<TimerName> ORDER =
      Comparator.comparingInt(timer -> ((Enum<?>) timer).ordinal());

  /** A member that is down, with that disk. */
  public static <F> Member<F> down(int place, int disk, F facts) {
    return new Member<>(place, DOWN, disk, List.of(), false, List.of(), facts);
  }

  public boolean isUp() {
    return machine != DOWN;
  }

  /** Whether all that it has written is durable. */
  public boolean isDurable() {
    return !doomed && tail.isEmpty();
  }

  public boolean isRunning(TimerName timer) {
    return timers.contains(timer);
  }

  /** The member with another machine. */
  public Member<F> with(int newMachine) {
    return new Member<>(place, newMachine, disk, tail, doomed, timers, facts);
  }

  /** The member of which the model knows something else. */
  public Member<F> knowing(F newFacts) {
    return new Member<>(place, machine, disk, tail, doomed, timers, newFacts);
  }

  /** The member with one more record in its log; one that is doomed need not have it. */
  Member<F> writing(Effect.Persist<?> record) {
    if (doomed) {
      return this;
    }
    List<Effect.Persist<?>> all = new ArrayList<>(tail);
    all.add(record);
    return new Member<>(place, machine, disk, List.copyOf(all), false, timers, facts);
  }

  /** The member after a flush; it is doomed if that was not of its whole tail. */
  Member<F> flushed(int newDisk, boolean whole) {
    return new Member<>(place, machine, newDisk, List.of(), !whole, timers, facts);
  }

  Member<F> timing(TimerName timer, boolean runs) {
    List<TimerName> all = new ArrayList<>(timers);
    all.remove(timer);
    if (runs) {
      all.add(timer);
    }
    all.sort(ORDER);
    return new Member<>(place, machine, disk, tail, doomed, List.copyOf(all), facts);
  }

  /** The member without that timer, which need not run. */
  public Member<F> without(TimerName timer) {
    return timing(timer, false);
  }

  /** The member after a crash that has left that disk. */
  public Member<F> crashed(int left, F newFacts) {
    return down(place, left, newFacts);
  }

  /** The member that never does anything any more, with any machine in the place of its own. */
  public Member<F> ended(int any, F newFacts) {
    return new Member<>(place, any, disk, tail, doomed, List.of(), newFacts);
  }
}
