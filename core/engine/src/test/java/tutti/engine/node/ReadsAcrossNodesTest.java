package tutti.engine.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tutti.engine.bank.TestBank;
import tutti.engine.deployment.Deployment.ConcurrencyControlKind;
import tutti.engine.distribution.message.CommitStep;
import tutti.engine.distribution.message.MessageInWords;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.engine.transport.ForwardingTransport;
import tutti.engine.transport.Transport;
import tutti.model.ActorId;

/** The states that a read sees while a transaction over several nodes is on its way. */
class ReadsAcrossNodesTest {
  private static final long LONG_NANOS = 60_000_000_000L;

  @TempDir Path folder;

  /** Keeps back what the second node is sent once it was asked to execute something. */
  private static final class Dam implements ForwardingTransport {
    private static final MessageInWords.Reader READER = new MessageInWords.Reader(new TestBank());

    private final Transport wire;
    private final List<byte[]> kept = new ArrayList<>();
    private boolean closes;
    private boolean closed;
    private boolean more;

    Dam(Transport wire) {
      this.wire = wire;
    }

    @Override
    public Transport transport() {
      return wire;
    }

    synchronized void shut() {
      closes = true;
    }

    /**
     * Whether the second node would have been asked for more than to execute, which is said again
     * where its answer is late: all has executed.
     */
    synchronized boolean keepsMore() {
      return more;
    }

    synchronized void open() {
      closes = false;
      closed = false;
      kept.forEach(message -> wire.send(1, message, 0, message.length));
      kept.clear();
    }

    @Override
    public synchronized boolean send(int node, byte[] bytes, int offset, int length) {
      if (node != 1 || !closes) {
        return wire.send(node, bytes, offset, length);
      }
      byte[] message = Arrays.copyOfRange(bytes, offset, offset + length);
      CommitStep step = READER.step(message, 0, length);
      if (!closed) {
        closed = step != null && step.kind() == CommitStep.Kind.EXECUTE;
        return wire.send(node, bytes, offset, length);
      }
      more |= step != null && step.kind() != CommitStep.Kind.EXECUTE;
      kept.add(message);
      return true;
    }
  }

  /**
   * One transaction changes accounts on two nodes and looks at a third; there, all having executed,
   * it lets a second one in, which commits; then a client that knows of the second must not read,
   * on the node that has not heard anything yet, what was before the first. Under the controls that
   * begin with places no second one is let in before the first has ended. Under tl2 the first one
   * locks when all has executed, finds what it looked at changed, and comes after the second.
   */
  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"VERSIONING", "VERSIONING_RW", "EXCLUSIVE_LOCKS", "READ_WRITE_LOCKS", "TL2"})
  void aReadMissesNothingThatComesBeforeWhatIsAnswered(ConcurrencyControlKind control)
      throws Exception {
    Dam[] dam = {null};
    try (Nodes nodes =
        new Nodes(
            folder, SeveralNodesTest.deployment(control), 3, wire -> dam[0] = new Dam(wire))) {
      TestBank bank = nodes.bank();
      String here = Homes.accountOn(0, 3);
      String changed = Homes.accountOn(1, 3);
      String seen = Homes.accountOn(2, 3);
      for (String account : List.of(here, changed, seen)) {
        nodes.at(0).run(bank.call(account, "open", 0L));
      }
      nodes.awaitNothingBegun();

      dam[0].shut();
      CompletableFuture<Outcome> first =
          nodes
              .at(0)
              .start(
                  new TransactionRequest(
                      List.of(
                          bank.call(here, "unless", seen, 50L), bank.call(changed, "deposit", 5L)),
                      null,
                      LONG_NANOS));
      RunningNode reads = nodes.at(1);
      Nodes.awaitThat(dam[0]::keepsMore);
      CompletableFuture<Outcome> second =
          nodes
              .at(2)
              .start(
                  new TransactionRequest(
                      List.of(bank.call(seen, "deposit", 100L)), null, LONG_NANOS));
      assertThat(RunningNode.await(second)).isInstanceOf(Outcome.Committed.class);
      CompletableFuture<Node.ReadResult> read = new CompletableFuture<>();
      reads.node.read(new ActorId("Account", changed), LONG_NANOS, read::complete);
      Nodes.awaitThat(() -> read.isDone() || reads.node.statistics().waits().waiting() == 1);
      dam[0].open();

      assertThat(RunningNode.await(first)).isInstanceOf(Outcome.Committed.class);
      assertThat(RunningNode.await(read))
          .isInstanceOfSatisfying(
              Node.ReadResult.Found.class,
              found -> assertThat(TestBank.balance(found.instance().state())).isEqualTo(5));
    }
  }
}
