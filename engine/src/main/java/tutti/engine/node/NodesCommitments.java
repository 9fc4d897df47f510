package tutti.engine.node;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.distribution.Distribution;
import tutti.engine.distribution.message.PeerMessage.Answer;
import tutti.engine.distribution.message.PeerMessage.Question;
import tutti.engine.distribution.message.ResolutionRequest;
import tutti.engine.distribution.message.Underway;
import tutti.engine.distribution.peer.Calls;

/**
 * Asks all nodes for their transactions in progress, and one or some nodes to end one. Thread-safe.
 */
final class NodesCommitments implements Commitments {
  /** The longest time that a reachable node may take to answer. */
  private static final long ANSWER_NANOS = 3_000_000_000L;

  private final int self;
  private final Distribution distribution;

  NodesCommitments(int self, Distribution distribution) {
    this.self = self;
    this.distribution = distribution;
  }

  @Override
  public void look(@Nullable TransactionId only, Consumer<List<OnNode>> done) {
    ask(
        new Question.Progress(only),
        node -> true,
        (Said said) ->
            said.answer() instanceof Answer.Progress(var underway, var resolved)
                ? new OnNode(said.node(), null, underway, resolved)
                : new OnNode(said.node(), said.failure().message(), List.of(), List.of()),
        done);
  }

  @Override
  public void resolve(
      TransactionId id,
      @Nullable String node,
      ResolutionRequest request,
      Consumer<List<Answered>> done) {
    if (node != null) {
      resolve(id, request, which -> distribution.plainName(which).equals(node), done);
      return;
    }
    look(
        id,
        all -> {
          List<String> doubtful =
              all.stream()
                  .filter(each -> each.underway().stream().anyMatch(Underway::inDoubt))
                  .map(OnNode::node)
                  .toList();
          List<String> concerned =
              all.stream()
                  .filter(each -> !each.underway().isEmpty() || !each.resolved().isEmpty())
                  .map(OnNode::node)
                  .toList();
          List<String> at = doubtful.isEmpty() ? concerned : doubtful;
          resolve(id, request, which -> at.contains(distribution.plainName(which)), done);
        });
  }

  private void resolve(
      TransactionId id, ResolutionRequest request, IntPredicate at, Consumer<List<Answered>> done) {
    ask(
        new Question.Resolve(id, request),
        at,
        (Said said) -> {
          Answer.Failed failed = said.failure();
          return said.answer() instanceof Answer.Resolved(var how)
              ? new Answered(said.node(), how, "", "")
              : new Answered(said.node(), null, failed.code(), failed.message());
        },
        done);
  }

  /** A node's answer; a failure if the node gave no answer, or one of another kind. */
  private record Said(String node, Answer answer) {
    Answer.Failed failure() {
      return answer instanceof Answer.Failed failed
          ? failed
          : new Answer.Failed("internal-error", "an answer that is none: " + answer);
    }
  }

  private <T> void ask(
      Question question, IntPredicate at, Function<Said, T> read, Consumer<List<T>> done) {
    List<Integer> nodes = new ArrayList<>();
    for (int node = 0; node < distribution.nodes(); node++) {
      if (at.test(node)) {
        nodes.add(node);
      }
    }
    if (nodes.isEmpty()) {
      done.accept(List.of());
      return;
    }
    Gathering<T> gathering = new Gathering<>(nodes.size(), done);
    for (int i = 0; i < nodes.size(); i++) {
      int place = i;
      int node = nodes.get(i);
      String name = distribution.plainName(node);
      ask(node, question, answer -> gathering.put(place, read.apply(new Said(name, answer))));
    }
  }

  private void ask(int node, Question question, Consumer<Answer> done) {
    if (node == self) {
      switch (question) {
        case Question.Progress(var only) -> distribution.report().progress(only, done::accept);
        case Question.Resolve(var id, var request) -> distribution.resolve(id, request, done);
        default -> throw new IllegalArgumentException("not for here: " + question);
      }
      return;
    }
    distribution
        .calls()
        .ask(
            node,
            question,
            ANSWER_NANOS,
            result ->
                done.accept(
                    result instanceof Calls.Result.Answered(Answer answer)
                        ? answer
                        : new Answer.Failed(
                            "node-unavailable",
                            distribution.name(node) + " cannot be reached, or does not answer")));
  }

  /** The answers of some nodes, until all are there. */
  private static final class Gathering<T> {
    private final @Nullable Object[] answers;
    private final Consumer<List<T>> done;
    private int missing;

    Gathering(int count, Consumer<List<T>> done) {
      this.answers = new Object[count];
      this.done = done;
      this.missing = count;
    }

    @SuppressWarnings({"unchecked", "NullAway"}) // all are there when it is told
    void put(int place, T answer) {
      synchronized (this) {
        answers[place] = answer;
        if (--missing > 0) {
          return;
        }
      }
      done.accept((List<T>) Arrays.asList(answers));
    }
  }
}
