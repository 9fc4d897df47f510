package tutti.engine.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tutti.engine.commit.CommitKind;
import tutti.engine.commit.CommitKinds;
import tutti.engine.distribution.message.CommitStep;
import tutti.engine.distribution.message.MemberProgress;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.engine.transport.Transport;
import tutti.model.Call;
import tutti.protocol.commit.Role;

/**
 * Under Paxos Commit node 0 coordinates a transaction that only looks, at accounts of its own and
 * of node 1, and is left alone: no node has promised anything, so no majority needs to agree.
 */
class LookingCoordinatorTest {
  private static final long TIMEOUT_NANOS = 2_000_000_000;

  @TempDir Path folder;
  private final AtomicBoolean deaf = new AtomicBoolean();
  private final String here = Homes.accountOn(0, 3);
  private final String there = Homes.accountOn(1, 3);

  /** Node 0 hears nothing that a commit protocol says, if it is deaf. */
  private boolean isHeard(int node, CommitStep.Kind kind, Runnable later) {
    return node != 0 || !deaf.get() || kind == CommitStep.Kind.EXECUTED;
  }

  private Transport tapped(int node, Transport wire) {
    return node == 0 ? wire : new FilteredTransport(wire, this::isHeard);
  }

  /** A withdrawal of more than the account has. */
  private static Call lacks(Nodes all, String account) {
    Call much = all.bank().call(account, "withdraw", 1_000L);
    return new Call(much.target(), much.action(), much.arguments(), true);
  }

  private static boolean isInProgress(RunningNode at) {
    try {
      return Desk.underway(at, 0).stream()
          .anyMatch(each -> each.role() == Role.COORDINATOR && !each.phase().equals("executing"));
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void endsWithoutAMajorityOfWitnesses() throws Exception {
    CommitKind kind = (CommitKind) Objects.requireNonNull(CommitKinds.byName().get("paxos-commit"));
    try (Nodes all = new Nodes(folder, Desk.deployment(kind), 3, this::tapped, 3)) {
      all.openAccounts(100, here, there);
      deaf.set(true);
      CompletableFuture<Outcome> client =
          all.at(0)
              .start(
                  new TransactionRequest(
                      List.of(lacks(all, here), lacks(all, there)), null, TIMEOUT_NANOS));
      Nodes.awaitThat(() -> isInProgress(all.at(0)) || client.isDone());
      all.crash(1);
      all.crash(2);

      assertThat(RunningNode.await(client)).isInstanceOf(Outcome.Aborted.class);
      assertThat(all.at(0).run(all.bank().call(here, "deposit", 1L)))
          .as("nothing holds what it looked at")
          .isInstanceOf(Outcome.Committed.class);
      assertThat(Desk.underway(all.at(0), 0)).noneMatch(MemberProgress::inDoubt);
    }
  }
}
