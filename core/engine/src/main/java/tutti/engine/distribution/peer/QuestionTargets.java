package tutti.engine.distribution.peer;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import tutti.engine.distribution.message.PeerMessage.Answer;
import tutti.engine.distribution.message.PeerMessage.Question;

/**
 * The nodes, or leaders of shards, to which questions go. Each question has one answer: a node that
 * does not give its own has failed. Thread-safe.
 */
public interface QuestionTargets<Q extends Question> {

  /** Returns how many there are; they are numbered from 0. */
  int count();

  /** Asks one; {@code done} is told once. */
  void ask(int to, Q question, long timeoutNanos, Consumer<Answer> done);

  /** The answer of one of them. */
  record From(int node, Answer answer) {
    /** Returns the failure in place of an answer of the right kind. */
    public Answer.Failed failure() {
      return QuestionTargets.failure(answer);
    }
  }

  /** Returns the failure that an answer is, or tells of: one of another kind than was asked for. */
  static Answer.Failed failure(Answer answer) {
    return answer instanceof Answer.Failed failed
        ? failed
        : new Answer.Failed("internal-error", "an answer that is none: " + answer);
  }

  /**
   * Asks the nodes {@code at} which a question is wanted.
   *
   * @param question makes the question for a node, by its number
   * @param done is called once all have answered, with the answers in the order of the nodes'
   *     numbers
   */
  default void gather(
      IntPredicate at, IntFunction<Q> question, long timeoutNanos, Consumer<List<From>> done) {
    List<Integer> asked = new ArrayList<>();
    for (int node = 0; node < count(); node++) {
      if (at.test(node)) {
        asked.add(node);
      }
    }
    if (asked.isEmpty()) {
      done.accept(List.of());
      return;
    }
    Gathering gathering = new Gathering(asked.size(), done);
    for (int i = 0; i < asked.size(); i++) {
      int place = i;
      int node = asked.get(i);
      ask(
          node,
          question.apply(node),
          timeoutNanos,
          answer -> gathering.put(place, new From(node, answer)));
    }
  }

  /** The answers of the nodes that were asked, until all are there. */
  final class Gathering {
    private final From[] answers;
    private final Consumer<List<From>> done;
    private int missing;

    private Gathering(int count, Consumer<List<From>> done) {
      this.answers = new From[count];
      this.done = done;
      this.missing = count;
    }

    private void put(int place, From answer) {
      synchronized (this) {
        answers[place] = answer;
        if (--missing > 0) {
          return;
        }
      }
      done.accept(List.of(answers));
    }
  }
}
