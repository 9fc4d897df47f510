package tutti.simulator.exhaustive;

import java.util.List;

/** A world in its first state, in which everything that happens is chosen. Used once. */
public interface ExplorableWorld {
  /**
   * Returns the choices that may happen next, or a persistent set of them, always in the same
   * order; nothing if this is the end.
   */
  List<String> enabled();

  /**
   * Lets one of {@link #enabled} happen, or a variant that this method returned for the same state.
   */
  Taken take(String choice);

  /**
   * Returns whether a variant that {@link #take} returned can happen now, as far as choices say
   * that are independent of the choice whose variant it is.
   */
  boolean allows(String variant);

  /** Checks the end of the schedule; returns its faults, one sentence each. */
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
