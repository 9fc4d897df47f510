package tutti.engine.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tutti.engine.deployment.Deployment.ConcurrencyControlKind;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transport.ForwardingTransport;
import tutti.engine.transport.Transport;

/** Messages that come again long after their transaction has ended, to a node that forgot it. */
class LateMessagesTest {
  @TempDir Path folder;

  /** Keeps what was sent, to be sent again. */
  private static final class Wiretap implements ForwardingTransport {
    private final Transport wire;
    private final List<byte[]> sent = new CopyOnWriteArrayList<>();

    Wiretap(Transport wire) {
      this.wire = wire;
    }

    @Override
    public Transport transport() {
      return wire;
    }

    @Override
    public boolean send(int node, byte[] bytes, int offset, int length) {
      sent.add(Arrays.copyOfRange(bytes, offset, offset + length));
      return wire.send(node, bytes, offset, length);
    }

    void again(byte[] message) {
      assertThat(wire.send(1, message, 0, message.length)).isTrue();
    }
  }

  @Test
  void aTransactionIsNotAppliedAgainByItsOwnLateMessages() throws Exception {
    Wiretap[] tap = {null};
    try (Nodes nodes =
        new Nodes(
            folder,
            SeveralNodesTest.deployment(ConcurrencyControlKind.PATH_SENSITIVE),
            2,
            wire -> tap[0] = new Wiretap(wire))) {
      String a = Homes.accountOn(0, 2);
      String b = Homes.accountOn(1, 2);
      nodes.at(0).run(nodes.bank().call(a, "open", 100L));
      nodes.at(0).run(nodes.bank().call(b, "open", 100L));
      nodes.awaitNothingBegun();
      tap[0].sent.clear();
      assertThat(
              nodes
                  .at(0)
                  .run(nodes.bank().call(a, "deposit", 5L), nodes.bank().call(b, "deposit", 5L)))
          .isInstanceOf(Outcome.Committed.class);
      nodes.awaitNothingBegun();
      assertThat(tap[0].sent).as("Execute and Decide").hasSize(2);
      byte[] execute = tap[0].sent.get(0);
      byte[] decide = tap[0].sent.get(1);
      // The effects are in the log; the node has forgotten that the branch was there.
      nodes.stop(1);
      nodes.start(1);

      RunningNode late = nodes.at(1);
      long answers = late.node.statistics().traffic().messagesSent();
      tap[0].again(execute);
      Nodes.awaitThat(() -> late.node.statistics().traffic().messagesSent() > answers);
      assertThat(late.node.statistics().members().inDoubt())
          .as("votes for the late question")
          .isEmpty();
      tap[0].again(decide);
      nodes.awaitNothingBegun();

      assertThat(late.balance(b)).isEqualTo(105);
      assertThat(nodes.at(0).balance(a)).isEqualTo(105);
    }
  }
}
