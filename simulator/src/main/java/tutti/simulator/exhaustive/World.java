package tutti.simulator.exhaustive;

import java.util.List;

/** A world in its first state, in which everything that happens is chosen. Used once. */
public interface World {
  /**
   * What may happen next, or a persistent set of that, always in the same order; nothing if this is
   * the end.
   */
  List<Choice> enabled();

  /** Lets one of {@link #enabled} happen, or a variant that this returned for the same state. */
  Taken take(Choice choice);

  /**
   * Whether a variant that {@link #take} returned can happen now, as far as choices say that are
   * independent of what it is a variant of.
   */
  boolean allows(Choice variant);

  /** Looks at the end; what is wrong with it, one sentence each. */
  List<String> check();

  /** What came of it, for those who asked: the same for ends that nobody can tell apart. */
  String outcome();

  /** All that can be seen of the present state: to check that independent choices commute. */
  String state();
}
