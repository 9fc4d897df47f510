package tutti.lab.template;

import static org.assertj.core.api.Assertions.assertThat;
import static tutti.lab.template.IntegratedHost.request;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tutti.engine.integrated.ItemOrder;
import tutti.engine.integrated.OrderingProtocol;
import tutti.engine.runtime.RealScheduler;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.Reason;
import tutti.engine.transaction.submission.Result;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.model.ActorId;
import tutti.model.actor.Procedure;

/** Submissions whose place in the order does not come in their time. */
@Timeout(60)
class SilentOrderTest {
  private final RealScheduler scheduler = new RealScheduler();

  private final IntegratedHost host =
      new IntegratedHost(
          0,
          scheduler,
          (runtime, completion, executors) ->
              new OrderingProtocol(
                  IntegratedHost.VERSIONS, runtime, completion, executors, new SilentOrder()));

  @AfterEach
  void end() {
    scheduler.close();
  }

  /** Reads empty purses, and executes nothing. */
  private static final class SilentOrder implements ItemOrder {
    @Override
    public Result snapshot(
        long stalenessNanos, long deadlineNanos, Consumer<Optional<Snapshot>> taken) {
      taken.accept(Optional.empty());
      return Result.DONE;
    }

    @Override
    public int shardOf(ActorId actor) {
      return 0;
    }

    @Override
    public int mostBytes() {
      return 1 << 20;
    }

    @Override
    public void read(ActorId first, ActorId item, long deadlineNanos, Consumer<byte[]> seen) {
      seen.accept(new byte[0]);
    }

    @Override
    public void keys(
        String type,
        @Nullable String after,
        int most,
        long deadlineNanos,
        Consumer<List<String>> seen) {
      seen.accept(List.of());
    }

    @Override
    public void order(Ordered what, long deadlineNanos, Consumer<End> done) {}
  }

  /** Runs a procedure that has time enough to be handed to the order. */
  private Outcome late(Procedure<Purse, Long> procedure) throws Exception {
    TransactionRequest request = request("a", procedure);
    return host.run(new TransactionRequest(request.calls(), request.idempotency(), 1_000_000_000L));
  }

  @Test
  void aProcedureIsInDoubt() throws Exception {
    assertThat(late(new Purse.Put(1))).isInstanceOf(Outcome.InDoubt.class);
  }

  @Test
  void aQueryIsNot() throws Exception {
    assertThat(late(new Purse.Enough(0)))
        .isInstanceOfSatisfying(
            Outcome.Aborted.class,
            it -> assertThat(it.reason()).isInstanceOf(Reason.Deadline.class));
  }

  /** A query was refused where its reads were tried, and may be again in its place. */
  @Test
  void aQueryThatIsRefusedIsNot() throws Exception {
    assertThat(late(new Purse.Enough(5)))
        .isInstanceOfSatisfying(
            Outcome.Aborted.class,
            it -> assertThat(it.reason()).isInstanceOf(Reason.Deadline.class));
  }
}
