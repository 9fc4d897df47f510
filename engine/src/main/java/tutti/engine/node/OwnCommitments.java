package tutti.engine.node;

import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.distribution.message.ResolutionRequest;
import tutti.engine.transaction.request.Waiters;

/** A node without others: what its transactions wait for. Thread-safe. */
record OwnCommitments(Waiters waiters) implements Commitments {
  /** The name of a node that has none. */
  private static final String THIS = "this";

  @Override
  public void look(@Nullable TransactionId only, Consumer<List<OnNode>> done) {
    done.accept(
        only == null
            ? List.of()
            : List.of(new OnNode(THIS, null, List.of(), List.of(), waiters.seen(only))));
  }

  @Override
  public void resolve(
      TransactionId id,
      @Nullable String node,
      ResolutionRequest request,
      Consumer<List<Answered>> done) {
    done.accept(List.of());
  }
}
