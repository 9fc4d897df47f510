package tutti.simulator.exhaustive;

import java.util.List;

/** A world in its first state, in which everything that happens is chosen. Used once. */
public interface World {
  /** What may happen next, always in the same order; nothing if this is the end. */
  List<Choice> enabled();

  /**
   * Lets one of {@link #enabled} happen, or one that this returned for the same state before.
   *
   * @return other ways in which the same could have gone, which only its happening shows
   */
  List<Choice> take(Choice choice);

  /** Looks at the end; what is wrong with it, one sentence each. */
  List<String> check();
}
