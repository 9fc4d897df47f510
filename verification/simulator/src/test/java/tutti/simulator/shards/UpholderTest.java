package tutti.simulator.shards;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tutti.engine.concurrency.BranchKey;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.deployment.Deployment;
import tutti.engine.distribution.message.MemberProgress;
import tutti.engine.distribution.message.ResolutionRequest;
import tutti.engine.node.Backups;
import tutti.engine.node.Commitments;
import tutti.engine.node.Node;
import tutti.engine.node.NodeStatistics;
import tutti.engine.transaction.submission.ClientBlock;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.engine.transaction.submission.TransactionStatus;
import tutti.model.ActorId;
import tutti.model.Application;
import tutti.protocol.commit.Role;
import tutti.simulator.world.SimulatedScheduler;

/**
 * An operator of Janus ends a transaction that is held for good, whatever becomes of his questions.
 */
class UpholderTest {
  private static final long MINUTE = 60_000_000_000L;
  private static final TransactionId HELD = new TransactionId(2, 1, 7);

  private final SimulatedScheduler world = new SimulatedScheduler(3);
  private final List<TransactionId> refused = new ArrayList<>();

  @Test
  void anotherHostIsAskedWhereTheOneThatWasAskedHasEnded() {
    uphold(new Host("n0", 3));
    assertThat(refused).contains(HELD);
  }

  @Test
  void nothingIsRefusedWhileNoHostHasAnswered() {
    uphold(new Host("n0", Integer.MAX_VALUE));
    assertThat(refused).isEmpty();
  }

  private void uphold(Host host) {
    new Upholder(world, () -> Map.of(0, host), id -> false, () -> {}).begin();
    world.run(() -> !refused.isEmpty(), MINUTE);
  }

  /** A host that ends with its first questions, and then says that a transaction is held. */
  private final class Host implements Node, Commitments {
    private final String name;
    private int lost;

    Host(String name, int lost) {
      this.name = name;
      this.lost = lost;
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public Commitments commitments() {
      return this;
    }

    @Override
    public void look(@Nullable TransactionId only, Consumer<List<OnNode>> done) {
      if (lost > 0) {
        lost--;
        return;
      }
      MemberProgress held =
          new MemberProgress(
              new BranchKey(HELD, 0),
              Role.PARTICIPANT,
              "janus",
              "held",
              null,
              null,
              true,
              false,
              List.of(),
              List.of(),
              "",
              false);
      done.accept(List.of(new OnNode(name, null, List.of(held), List.of(), List.of())));
    }

    @Override
    public void resolve(
        TransactionId id,
        @Nullable String node,
        ResolutionRequest request,
        Consumer<List<Answered>> done) {
      refused.add(id);
      done.accept(List.of());
    }

    @Override
    public Application application() {
      throw new UnsupportedOperationException();
    }

    @Override
    public Deployment deployment() {
      throw new UnsupportedOperationException();
    }

    @Override
    public Backups backups() {
      throw new UnsupportedOperationException();
    }

    @Override
    public NodeStatistics statistics() {
      throw new UnsupportedOperationException();
    }

    @Override
    public void submit(TransactionRequest request, Consumer<Outcome> onOutcome) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void run(ClientBlock block, Consumer<Outcome> onEnd) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void read(ActorId actor, long timeoutNanos, Consumer<ReadResult> onSeen) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void list(
        String type,
        @Nullable String stage,
        int limit,
        @Nullable String after,
        Consumer<ListResult> onPage) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void status(TransactionId id, Consumer<TransactionStatus> onStatus) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void close() {}
  }
}
