package tutti.simulator.explorer.search;

import java.util.List;
import java.util.function.LongFunction;
import java.util.random.RandomGenerator;
import tutti.simulator.explorer.world.Bounded;
import tutti.simulator.explorer.world.InFlight;
import tutti.simulator.explorer.world.Local;
import tutti.simulator.explorer.world.Member;

/**
 * The rules of a world that a {@link LocalExplorer} explores: the steps of its members, and the
 * differences between states that make none.
 *
 * @param <F> what the model knows of members
 * @param <P> the facts about the past, and the choices that are left
 */
abstract class LocalRules<F, P extends Bounded<P>> extends MachineExplorer {
  /** The floor of a member that may take any message. */
  protected static final long NO_FLOOR = Long.MIN_VALUE;

  LocalRules(LongFunction<RandomGenerator> streams, int limit) {
    super(streams, limit);
  }

  /** The steps that a member can take by itself. */
  protected abstract List<Local<F, P>> own(Member<F> member, P past);

  /** The steps that it can take when a message arrives; none if the message has to wait. */
  protected abstract List<Local<F, P>> arrive(Member<F> member, P past, InFlight message);

  /** Whether a message stays under way, in a network where messages do. */
  protected abstract boolean stays(InFlight message);

  /** A number, 0 to 2, of the things that may still happen by which a message may matter. */
  protected int stage(P past) {
    return 0;
  }

  /**
   * The messages under way to a member without those that can make no difference any more, from now
   * on; messages by which it may do the same may be one.
   */
  protected abstract List<InFlight> left(Member<F> receiver, List<InFlight> underWay, int stage);

  /**
   * Whether a message may wait, for it only tells the member something: its arrival commutes with
   * each step of the member but those that {@link #minds} and {@link #minding} name. Where it sends
   * nothing new, it arrives only together with such a step, just before it.
   */
  protected boolean waits(Member<F> member, InFlight message) {
    return false;
  }

  /** Whether a step of a member may differ by a message that {@link #waits}. */
  protected boolean minds(Member<F> member, InFlight message) {
    return true;
  }

  /** The steps that a member can take by itself and that may differ by such a message. */
  protected List<Local<F, P>> minding(Member<F> member, P past) {
    return own(member, past);
  }

  /** Whether a state is of no interest, since without the last choices all can happen as well. */
  protected boolean isPointless(P past) {
    return false;
  }

  /**
   * Returns whether a member can do less after a step than before it, if all else is as it was.
   *
   * @param past the past after the step
   */
  protected boolean restricts(Member<F> before, Member<F> member, P pastBefore, P past) {
    return false;
  }

  /**
   * Returns whether a message may arrive before anything else happens without losing any behavior:
   * it changes only its receiver, which can do no less afterwards, and its arrival commutes with
   * all other steps until then that any member or rule sees.
   */
  protected boolean isUrgent(Member<F> receiver, InFlight message) {
    return false;
  }

  /** The part of a past that is not the choices that are left; equal to others' or not. */
  protected Object withoutChoices(P past) {
    return past;
  }

  /**
   * Returns whether a past leaves all the choices that {@code other} leaves, and equals it in all
   * else.
   */
  protected boolean offers(P past, P other) {
    return false;
  }

  /** A number that a member has reached, by which messages to it or others may be too late. */
  protected long reached(Member<F> member) {
    return NO_FLOOR;
  }

  /**
   * The number below which a member takes no messages any more, whatever happens to it.
   *
   * @param reached by each member
   */
  protected long floor(long[] reached, int at, P past) {
    return NO_FLOOR;
  }

  /** Whether a message is below that number. */
  protected boolean isBelow(InFlight message, long floor) {
    return false;
  }
}
