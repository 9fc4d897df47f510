package tutti.engine.node;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.distribution.Distribution;
import tutti.engine.distribution.message.MemberProgress;
import tutti.engine.distribution.message.PeerMessage.Answer;
import tutti.engine.distribution.message.PeerMessage.Question;
import tutti.engine.distribution.message.ResolutionRequest;
import tutti.engine.distribution.peer.QuestionTargets;
import tutti.engine.distribution.peer.QuestionTargets.From;
import tutti.engine.transaction.request.Waiters;

/**
 * Asks all nodes, or the leaders of all shards, for their transactions in progress, and one or some
 * of them to end one. Thread-safe.
 *
 * @param targets the nodes or leaders
 * @param names gives the name of each by its number
 */
public record NodesCommitments(QuestionTargets<Question> targets, IntFunction<String> names)
    implements Commitments {
  /** The longest time that a reachable node may take to answer. */
  private static final long ANSWER_NANOS = 3_000_000_000L;

  /** Returns the commitments of a node and of all others that it reaches. */
  static NodesCommitments of(Distribution distribution, Waiters waiters) {
    return new NodesCommitments(
        new NodeQuestions<>(
            distribution, (question, answer) -> answer(distribution, waiters, question, answer)),
        distribution.peers()::plainName);
  }

  @Override
  public void look(@Nullable TransactionId only, Consumer<List<OnNode>> done) {
    ask(
        new Question.Progress(only),
        node -> true,
        from ->
            from.answer() instanceof Answer.Progress(var underway, var resolved, var waits)
                ? new OnNode(name(from), null, underway, resolved, waits)
                : new OnNode(name(from), from.failure().message(), List.of(), List.of(), List.of()),
        done);
  }

  @Override
  public void resolve(
      TransactionId id,
      @Nullable String node,
      ResolutionRequest request,
      Consumer<List<Answered>> done) {
    if (node != null) {
      resolve(id, request, which -> names.apply(which).equals(node), done);
      return;
    }
    look(
        id,
        all -> {
          List<String> doubtful =
              all.stream()
                  .filter(each -> each.underway().stream().anyMatch(MemberProgress::inDoubt))
                  .map(OnNode::node)
                  .toList();
          List<String> concerned =
              all.stream()
                  .filter(each -> !each.underway().isEmpty() || !each.resolved().isEmpty())
                  .map(OnNode::node)
                  .toList();
          List<String> at = doubtful.isEmpty() ? concerned : doubtful;
          resolve(id, request, which -> at.contains(names.apply(which)), done);
        });
  }

  private void resolve(
      TransactionId id, ResolutionRequest request, IntPredicate at, Consumer<List<Answered>> done) {
    ask(
        new Question.Resolve(id, request),
        at,
        from ->
            from.answer() instanceof Answer.Resolved(var how)
                ? new Answered(name(from), how, "", "")
                : new Answered(name(from), null, from.failure().code(), from.failure().message()),
        done);
  }

  private <T> void ask(
      Question question, IntPredicate at, Function<From, T> read, Consumer<List<T>> done) {
    targets.gather(
        at,
        node -> question,
        ANSWER_NANOS,
        answers -> done.accept(answers.stream().map(read).toList()));
  }

  private static void answer(
      Distribution distribution, Waiters waiters, Question question, Consumer<Answer> answer) {
    switch (question) {
      case Question.Progress(var only) ->
          distribution.report().progress(only, waiters.seen(only), answer::accept);
      case Question.Resolve(var id, var request) -> distribution.resolve(id, request, answer);
      default -> throw new IllegalArgumentException("not for here: " + question);
    }
  }

  private String name(From from) {
    return names.apply(from.node());
  }
}
