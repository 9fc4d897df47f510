package tutti.engine.node;

import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tutti.engine.distribution.Distribution;
import tutti.engine.distribution.message.PeerMessage.Answer;
import tutti.engine.distribution.message.PeerMessage.Question;
import tutti.engine.distribution.peer.QuestionTargets;

/**
 * All nodes, this one included, to which a node puts questions. Thread-safe.
 *
 * @param distribution reaches the others; null if there are none
 * @param here answers a question to this node
 */
record NodeQuestions<Q extends Question>(
    @Nullable Distribution distribution, BiConsumer<Q, Consumer<Answer>> here)
    implements QuestionTargets<Q> {
  /** The code of the failure of a node that gives no answer. */
  static final String UNAVAILABLE = "node-unavailable";

  @Override
  public int count() {
    return distribution == null ? 1 : distribution.peers().count();
  }

  @Override
  public void ask(int to, Q question, long timeoutNanos, Consumer<Answer> done) {
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
                    result.answer(
                        new Answer.Failed(
                            UNAVAILABLE,
                            others.peers().name(to) + " cannot be reached, or does not answer"))));
  }
}
