package tutti.engine.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tutti.engine.bank.TestBank;
import tutti.engine.commit.CommitKind;
import tutti.engine.commit.CommitKinds;
import tutti.engine.deployment.Deployment.ConcurrencyControlKind;
import tutti.engine.distribution.message.CommitStep;
import tutti.engine.distribution.message.MessageInWords;
import tutti.engine.journal.Journal;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transport.ForwardingTransport;
import tutti.engine.transport.Transport;
import tutti.model.Call;

/**
 * Messages about a transaction that a node knows nothing of, where its log can go on elsewhere: a
 * leader that was replaced, and has not heard of it, must not answer for its successor.
 */
class UnknownTransactionTest {
  private static final String HERE = Homes.accountOn("a", 0, 2);
  private static final String THERE = Homes.accountOn("b", 1, 2);
  private static final MessageInWords.Reader READER = new MessageInWords.Reader(new TestBank());

  @TempDir Path folder;

  private final World world = new World();

  /** A message that a node has sent to the other one. */
  private record Sent(int from, CommitStep.Kind kind, byte[] bytes) {}

  /** The layer around both nodes: it keeps what is sent, and holds back what a log would prove. */
  private static final class World implements Nodes.Tap {
    final List<Sent> sent = new CopyOnWriteArrayList<>();
    final Queue<Journal.DurableCallback> questions = new ConcurrentLinkedQueue<>();
    final Transport[] wires = new Transport[2];
    final AtomicBoolean inquired = new AtomicBoolean();
    volatile boolean asks;

    @Override
    public Transport transport(int node, Transport wire) {
      wires[node] = wire;
      return new Wiretap(node, wire);
    }

    @Override
    public Journal log(int node, Journal log) {
      return new ForwardingLog(log) {
        @Override
        public void whenCurrent(long position, DurableCallback callback) {
          if (asks) {
            questions.add(callback);
          } else {
            super.whenCurrent(position, callback);
          }
        }
      };
    }

    /** Commits are lost until a participant has asked for one. */
    private final class Wiretap implements ForwardingTransport {
      private final int node;
      private final Transport wire;

      Wiretap(int node, Transport wire) {
        this.node = node;
        this.wire = wire;
      }

      @Override
      public Transport transport() {
        return wire;
      }

      @Override
      public boolean send(int to, byte[] bytes, int offset, int length) {
        byte[] copy = Arrays.copyOfRange(bytes, offset, offset + length);
        CommitStep step = READER.step(copy, 0, length);
        if (step != null) {
          sent.add(new Sent(node, step.kind(), copy));
          inquired.compareAndSet(false, step.kind() == CommitStep.Kind.INQUIRE);
          if (step.kind() == CommitStep.Kind.COMMIT && !inquired.get()) {
            return true;
          }
        }
        return wire.send(to, bytes, offset, length);
      }
    }

    Sent last(CommitStep.Kind kind) {
      return sent.stream().filter(it -> it.kind() == kind).reduce((_, last) -> last).orElseThrow();
    }

    /** Sends a message again; returns what the answer waits for. */
    Journal.DurableCallback again(Sent message) throws InterruptedException {
      sent.clear();
      asks = true;
      int to = 1 - message.from();
      assertThat(wires[message.from()].send(to, message.bytes(), 0, message.bytes().length))
          .isTrue();
      Nodes.awaitThat(() -> !questions.isEmpty() || !sent.isEmpty());
      assertThat(sent).as("answers of a node that may have been replaced").isEmpty();
      asks = false;
      return questions.remove();
    }
  }

  private static CommitKind twoPhase() {
    return CommitKinds.all().stream()
        .filter(it -> it.longName().equals("two-phase"))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void isAnsweredOnceTheNodeIsSureThatItKnowsTheNewest() throws Exception {
    try (Nodes nodes =
        new Nodes(
            folder,
            Nodes.deployment(twoPhase(), ConcurrencyControlKind.PATH_SENSITIVE, "50ms", "1s"),
            2,
            world,
            2)) {
      nodes.openAccounts(100, HERE, THERE);
      world.inquired.set(false);
      world.sent.clear();
      Call[] both = {
        nodes.bank().call(HERE, "deposit", 5L), nodes.bank().call(THERE, "deposit", 5L)
      };
      assertThat(nodes.at(0).run(both)).isInstanceOf(Outcome.Committed.class);
      nodes.awaitNothingBegun();

      Sent inquiry = world.last(CommitStep.Kind.INQUIRE);
      Sent decision = world.last(CommitStep.Kind.COMMIT);
      assertAnswered(inquiry, CommitStep.Kind.ABORT);
      assertAnswered(decision, CommitStep.Kind.ACK);
    }
  }

  private void assertAnswered(Sent message, CommitStep.Kind expected) throws InterruptedException {
    world.again(message).done(false);
    assertThat(world.sent).as("answers of a node that was replaced").isEmpty();
    world.again(message).done(true);
    assertThat(world.sent).extracting(Sent::kind).containsExactly(expected);
  }
}
