package tutti.engine.node;

import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.distribution.message.MemberProgress;
import tutti.engine.distribution.message.ResolutionRequest;
import tutti.engine.transaction.record.Resolution;
import tutti.engine.transaction.request.WaitView;

/**
 * Transactions over several nodes, as an operator sees them: those in progress, and those that
 * people have ended by hand. Any node answers for all that it can reach. Thread-safe; no call
 * blocks, and answers come on some thread and must be short.
 */
public interface Commitments {

  /** The commitments of a node that tells of none. */
  Commitments NONE =
      new Commitments() {
        @Override
        public void look(@Nullable TransactionId only, Consumer<List<OnNode>> done) {
          done.accept(List.of());
        }

        @Override
        public void resolve(
            TransactionId id,
            @Nullable String node,
            ResolutionRequest request,
            Consumer<List<Answered>> done) {
          done.accept(List.of());
        }
      };

  /**
   * The answer of one node.
   *
   * @param unavailable why it gave no answer; null if it has answered
   * @param underway oldest first
   * @param resolved all that was ever resolved by hand there
   * @param waits the requests that have waited longest at actors there, also of transactions of
   *     that node alone
   */
  record OnNode(
      String node,
      @Nullable String unavailable,
      List<MemberProgress> underway,
      List<Resolution> resolved,
      List<WaitView> waits) {}

  /**
   * The result of an order at one node.
   *
   * @param done how it was resolved; null if it was not
   * @param code why not; empty if it was
   */
  record Answered(String node, @Nullable Resolution done, String code, String why) {}

  /**
   * Looks at all nodes.
   *
   * @param only this transaction, or null for all
   * @param done is told once, with all nodes in their order
   */
  void look(@Nullable TransactionId only, Consumer<List<OnNode>> done);

  /**
   * Ends a transaction's part on a node where it is in doubt, as a person says.
   *
   * @param node its name, or null for all nodes where it is in doubt
   * @param done is told once, with the answer of each of them; empty if there are none
   */
  void resolve(
      TransactionId id,
      @Nullable String node,
      ResolutionRequest request,
      Consumer<List<Answered>> done);
}
