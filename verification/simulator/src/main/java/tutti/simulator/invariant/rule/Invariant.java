package tutti.simulator.invariant.rule;

import org.jspecify.annotations.Nullable;

/**
 * A promise of one mechanism, with the name from its paper card, that is checked whenever a step
 * could have broken it.
 *
 * @param <S> the input of the check: a step of the run, and the knowledge about the steps before
 * @param name the mechanism and the card's name for the promise, with a dot between: {@code
 *     journal.I6}
 * @param sentence the rule that must always hold, in one sentence
 * @param source the card that has the invariant, and the card's citation for it
 * @param check the check
 */
public record Invariant<S>(String name, String sentence, String source, Check<S> check) {
  /** The check of one step. */
  public interface Check<S> {
    @Nullable String broken(S step);
  }

  static <S> Invariant<S> of(String name, String sentence, String source, Check<S> check) {
    return new Invariant<>(name, sentence, source, check);
  }

  /** The fault of this step, with names of transactions and actors; null if there is none. */
  public @Nullable String broken(S step) {
    return check.broken(step);
  }
}
