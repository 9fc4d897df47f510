package tutti.engine.node;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;
import tutti.engine.distribution.Distribution;
import tutti.engine.distribution.message.PeerMessage.Answer;
import tutti.engine.distribution.message.PeerMessage.Question;
import tutti.engine.distribution.peer.Calls;

/**
 * Asks nodes, this one included. Each question has one answer: a node that does not give its own
 * has failed. Thread-safe.
 *
 * @param distribution reaches the others; null if there are none
 * @param here answers a question to this node
 */
record NodeQuestions<Q extends Question>(
    @Nullable Distribution distribution, BiConsumer<Q, Consumer<Answer>> here) {
  /** The code of the failure of a node that gives no answer. */
  static final String UNAVAILABLE = "node-unavailable";

  /** The answer of one node. */
  record From(int node, Answer answer) {
    /** Returns the failure in place of an answer of the right kind. */
    Answer.Failed failure() {
      return NodeQuestions.failure(answer);
    }
  }

  /** Returns the failure that an answer is, or tells of: one of another kind than was asked for. */
  static Answer.Failed failure(Answer answer) {
    return answer instanceof Answer.Failed failed
        ? failed
        : new Answer.Failed("internal-error", "an answer that is none: " + answer);
  }

  int nodes() {
    return distribution == null ? 1 : distribution.peers().count();
  }

  /** Asks a node; {@code done} is told once. */
  void ask(int to, Q question, long timeoutNanos, Consumer<Answer> done) {
    if (distribution == null || !distribution.peers().has(to)) {
      here.accept(question, done);
    } else {
      ask(distribution, to, question, timeoutNanos, done);
    }
  }

  /** Asks another node; {@code done} is told once. */
  static void ask(
      Distribution others, int to, Question question, long timeoutNanos, Consumer<Answer> done) {
    others
        .calls()
        .ask(
            to,
            question,
            timeoutNanos,
            result ->
                done.accept(
                    result instanceof Calls.Result.Answered(Answer answer)
                        ? answer
                        : new Answer.Failed(
                            UNAVAILABLE,
                            others.peers().name(to) + " cannot be reached, or does not answer")));
  }

  /**
   * Asks some nodes.
   *
   * @param question for each of them, by its number
   * @param done is told once all have answered, with the answers in the order of the nodes
   */
  void gather(
      IntPredicate at, IntFunction<Q> question, long timeoutNanos, Consumer<List<From>> done) {
    List<Integer> asked = new ArrayList<>();
    for (int node = 0; node < nodes(); node++) {
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
  private static final class Gathering {
    private final From[] answers;
    private final Consumer<List<From>> done;
    private int missing;

    Gathering(int count, Consumer<List<From>> done) {
      this.answers = new From[count];
      this.done = done;
      this.missing = count;
    }

    void put(int place, From answer) {
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
