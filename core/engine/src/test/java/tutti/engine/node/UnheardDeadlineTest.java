package tutti.engine.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tutti.engine.commit.CommitKind;
import tutti.engine.commit.CommitKinds;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Deployment.ConcurrencyControlKind;
import tutti.engine.distribution.message.CommitStep;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.engine.transport.ForwardingTransport;
import tutti.engine.transport.Transport;
import tutti.model.Call;

/**
 * A deadline that passes while the coordinator's executor is busy and no question is open: the
 * participant has answered, and cannot be reached from then on. The client is answered all the
 * same, and nothing stays locked.
 */
class UnheardDeadlineTest {
  private static final int NODES = 3;
  private static final long TIMEOUT_NANOS = 150_000_000;

  /** A busy machine may stand still in some of them. */
  private static final int MOST_TRIES = 40;

  private static final String HERE = Homes.accountOn("a", 0, NODES);
  private static final String THERE = Homes.accountOn("b", 1, NODES);

  @TempDir Path folder;
  private final AtomicBoolean armed = new AtomicBoolean();
  private final AtomicBoolean severed = new AtomicBoolean();
  private volatile boolean answered;
  private volatile long deadline;

  /** The time that the transaction has. */
  private volatile long time;

  static Stream<CommitKind> kinds() {
    return CommitKinds.all().stream();
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void theClientIsAnswered(CommitKind kind) throws Exception {
    boolean done = false;
    for (int tries = 0; !done; tries++) {
      // The executor is busy for twice as long, and a node does not wait seconds for one.
      long nanos = TIMEOUT_NANOS * (1 + tries % 4);
      assertThat(tries).isLessThan(MOST_TRIES);
      done = isAnswered(kind, nanos, Files.createTempDirectory(folder, "try-"));
    }
  }

  /**
   * Returns whether the participant had answered by the deadline, and the machine has not stood
   * still.
   */
  private boolean isAnswered(CommitKind kind, long nanos, Path in) throws Exception {
    Deployment deployment =
        Nodes.deployment(kind, ConcurrencyControlKind.WOUND_WAIT, "20ms", "200ms");
    severed.set(false);
    answered = false;
    time = nanos;
    try (Nodes nodes = new Nodes(in, deployment, NODES, this::tapped, NODES)) {
      nodes.openAccounts(100, HERE, THERE);
      Call[] both = {
        nodes.bank().call(HERE, "deposit", 5L), nodes.bank().call(THERE, "deposit", 5L)
      };
      armed.set(true);
      deadline = System.nanoTime() + nanos;
      CompletableFuture<Outcome> client =
          nodes.at(0).start(new TransactionRequest(List.of(both), null, nanos));

      Outcome told = RunningNode.await(client);
      if (told instanceof Outcome.InDoubt(var _, var why, _) && why.contains("cannot go on")) {
        return false;
      }
      assertThat(told).isInstanceOf(Outcome.Aborted.class);
      assertThat(nodes.at(0).run(nodes.bank().call(HERE, "deposit", 1L)))
          .as("what it held is free")
          .isInstanceOf(Outcome.Committed.class);
      severed.set(false);
      nodes.awaitNothingBegun();
      assertThat(nodes.at(0).balance(HERE)).isEqualTo(101);
      assertThat(nodes.at(1).balance(THERE)).isEqualTo(100);
      return answered && !armed.getAndSet(false);
    }
  }

  private Transport tapped(int node, Transport wire) {
    return switch (node) {
      case 0 -> new Severed(new FilteredTransport(wire, this::asks), severed);
      case 1 -> new FilteredTransport(wire, this::answers);
      default -> wire;
    };
  }

  /** The coordinator's executor is busy with asking, until the answer is there and it is late. */
  private boolean asks(int to, CommitStep.Kind kind, Runnable later) {
    if (to != 1 || kind != CommitStep.Kind.EXECUTE || !armed.compareAndSet(true, false)) {
      return true;
    }
    later.run();
    try {
      while (System.nanoTime() < deadline + time) {
        Thread.sleep(5);
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
    severed.set(true);
    return false;
  }

  private boolean answers(int to, CommitStep.Kind kind, Runnable later) {
    if (to != 0 || kind != CommitStep.Kind.EXECUTED) {
      return true;
    }
    later.run();
    answered = true;
    return false;
  }

  /** Node 1 hears nothing that node 0 says. */
  private record Severed(Transport transport, AtomicBoolean severed)
      implements ForwardingTransport {
    @Override
    public boolean send(int node, byte[] bytes, int offset, int length) {
      return (node == 1 && severed.get()) || transport.send(node, bytes, offset, length);
    }
  }
}
