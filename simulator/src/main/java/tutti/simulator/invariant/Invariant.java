package tutti.simulator.invariant;

import org.jspecify.annotations.Nullable;

/**
 * A promise of one mechanism, named as its paper card names it, that is looked at whenever
 * something has happened that could break it.
 *
 * @param <S> what it looks at: a step of the run, and what is known of the steps before
 */
public interface Invariant<S> {

  /** The mechanism and the card's name for it, with a dot between: {@code journal.I6}. */
  String name();

  /** What must always hold, in one sentence. */
  String sentence();

  /** The card that has it, and what that cites for it. */
  String source();

  /** What is wrong with this step, with names of transactions and actors; null if nothing is. */
  @Nullable String broken(S step);

  /** One look. */
  interface Check<S> {
    @Nullable String broken(S step);
  }

  /** One whose look is a function. */
  static <S> Invariant<S> of(String name, String sentence, String source, Check<S> check) {
    return new Named<>(name, sentence, source, check);
  }

  /** See {@link #of}. */
  record Named<S>(String name, String sentence, String source, Check<S> check)
      implements Invariant<S> {
    @Override
    public @Nullable String broken(S step) {
      return check.broken(step);
    }
  }
}
