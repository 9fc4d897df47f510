package tutti.simulator.invariant.rule;

import org.jspecify.annotations.Nullable;

/**
 * A promise of one mechanism, with the name from its paper card, that is checked whenever a step
 * could have broken it.
 *
 * @param <S> the input of the check: a step of the run, and the knowledge about the steps before
 */
public interface Invariant<S> {

  /** The mechanism and the card's name for it, with a dot between: {@code journal.I6}. */
  String name();

  /** The rule that must always hold, in one sentence. */
  String sentence();

  /** The card that has the invariant, and the card's citation for it. */
  String source();

  /** The fault of this step, with names of transactions and actors; null if there is none. */
  @Nullable String broken(S step);

  /** The check of one step. */
  interface Check<S> {
    @Nullable String broken(S step);
  }

  /** An invariant whose check is a function. */
  static <S> Invariant<S> of(String name, String sentence, String source, Check<S> check) {
    return new Named<>(name, sentence, source, check);
  }

  /** An invariant with its name, see {@link #of}. */
  record Named<S>(String name, String sentence, String source, Check<S> check)
      implements Invariant<S> {
    @Override
    public @Nullable String broken(S step) {
      return check.broken(step);
    }
  }
}
