package tutti.engine.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tutti.engine.bank.TestBank;
import tutti.engine.deployment.Deployment.ConcurrencyControlKind;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.Reason;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.engine.transport.ForwardingTransport;
import tutti.engine.transport.Transport;
import tutti.model.ActorId;

/** Requests that wait for a node are answered when its connection ends, not at their deadlines. */
class LostNodeTest {
  /** Longer than any test lasts. */
  private static final long HOUR_NANOS = 3_600_000_000_000L;

  @TempDir Path folder;

  /** The wire of a node that hears, and whose messages do not leave it. */
  private static final class Mute implements ForwardingTransport {
    private final Transport wire;
    private volatile boolean mute;

    Mute(Transport wire) {
      this.wire = wire;
    }

    @Override
    public Transport transport() {
      return wire;
    }

    @Override
    public boolean send(int node, byte[] bytes, int offset, int length) {
      return mute || wire.send(node, bytes, offset, length);
    }
  }

  @Test
  void answersReadsAndForwardedAndSharedTransactionsWhenTheConnectionEnds() throws Exception {
    Mute[] mute = {null};
    Nodes.Tap tap =
        new Nodes.Tap() {
          @Override
          public Transport transport(int node, Transport wire) {
            if (node != 1) {
              return wire;
            }
            mute[0] = new Mute(wire);
            return mute[0];
          }
        };
    try (Nodes nodes =
        new Nodes(
            folder,
            SeveralNodesTest.deployment(ConcurrencyControlKind.TWO_PHASE_LOCKING),
            2,
            tap,
            2)) {
      TestBank bank = nodes.bank();
      String here = Homes.accountOn(0, 2);
      String there = Homes.accountOn(1, 2);
      nodes.openAccounts(100, here, there);
      mute[0].mute = true;
      RunningNode asked = nodes.at(0);

      CompletableFuture<Node.ReadResult> read = new CompletableFuture<>();
      asked.node.read(new ActorId("Account", there), HOUR_NANOS, read::complete);
      CompletableFuture<Outcome> forwarded =
          asked.start(
              new TransactionRequest(List.of(bank.call(there, "deposit", 1L)), null, HOUR_NANOS));
      CompletableFuture<Outcome> shared =
          asked.start(
              new TransactionRequest(
                  List.of(bank.call(here, "deposit", 1L), bank.call(there, "deposit", 1L)),
                  null,
                  HOUR_NANOS));
      nodes.crash(1);

      assertThat(RunningNode.await(read))
          .isInstanceOfSatisfying(
              Node.ReadResult.Failed.class,
              it -> assertThat(it.code()).isEqualTo("node-unavailable"));
      assertThat(RunningNode.await(forwarded)).isInstanceOf(Outcome.InDoubt.class);
      assertThat(RunningNode.await(shared))
          .isInstanceOfSatisfying(
              Outcome.Aborted.class,
              it -> assertThat(it.reason()).isInstanceOf(Reason.Unavailable.class));
    }
  }
}
