package tutti.engine.concurrency;

import org.jspecify.annotations.Nullable;

/**
 * The verdicts that one decision made possible, gathered under a cell's latch and given to those
 * who waited once it is released. Not thread-safe: lives in one call.
 */
public final class Answers {
  private @Nullable Answer first;
  private @Nullable Answer last;

  private static final class Answer {
    final Request request;
    final Verdict verdict;
    @Nullable Answer next;

    Answer(Request request, Verdict verdict) {
      this.request = request;
      this.verdict = verdict;
    }
  }

  /** Keeps an answer; {@code verdict} is not {@link Verdict.Delay}. */
  public void add(Request request, Verdict verdict) {
    Answer answer = new Answer(request, verdict);
    if (last == null) {
      first = answer;
    } else {
      last.next = answer;
    }
    last = answer;
  }

  /** Gives all answers, in the order they were added. Called without any latch. */
  public void deliver() {
    for (Answer answer = first; answer != null; answer = answer.next) {
      answer.request.resolve(answer.verdict);
    }
  }
}
