package tutti.simulator.exhaustive;

import java.util.List;

/** A world in its first state, in which everything that happens is chosen. Used once. */
public interface World {
  /**
   * Returns the choices that may happen next, or a persistent set of them, always in the same
   * order; nothing if this is the end.
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

  /**
   * Returns the outcome for the clients that asked: equal for ends that no client can tell apart.
   */
  String outcome();

  /**
   * Returns everything that can be seen of the present state: to check that independent choices
   * commute.
   */
  String state();
}
