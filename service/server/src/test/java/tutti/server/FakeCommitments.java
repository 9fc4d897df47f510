package tutti.server;

import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.BranchKey;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.distribution.message.MemberProgress;
import tutti.engine.distribution.message.ResolutionRequest;
import tutti.engine.node.Commitments;
import tutti.engine.transaction.record.Resolution;
import tutti.engine.transaction.request.WaitView;
import tutti.protocol.commit.Role;

/** A transaction that is in doubt on node b, whose coordinator is node a; and what is ordered. */
final class FakeCommitments implements Commitments {
  static final TransactionId ID = new TransactionId(0, 3, 17);
  private static final BranchKey KEY = new BranchKey(ID, 1);
  static final Instant AT = Instant.parse("2026-01-31T18:30:00Z");

  volatile @Nullable ResolutionRequest order;
  volatile @Nullable String node;

  /** Why nothing is resolved; empty if it is. */
  volatile String refusal = "";

  static Resolution resolution() {
    return new Resolution(
        KEY,
        "two-phase",
        AT,
        false,
        AT,
        "ann",
        "a burnt",
        List.of("Account[x]"),
        null,
        new Resolution.Learnt(true, AT.plusSeconds(60)));
  }

  @Override
  public void look(@Nullable TransactionId only, Consumer<List<OnNode>> done) {
    boolean right = only == null || only.equals(ID);
    MemberProgress part =
        new MemberProgress(
            KEY,
            Role.PARTICIPANT,
            "two-phase",
            "prepared",
            AT,
            null,
            true,
            false,
            List.of("Account[x]"),
            List.of(new MemberProgress.Other("a", "coordinates", true, false)),
            "node a coming back: it alone knows the decision",
            false);
    done.accept(
        List.of(
            new OnNode("a", "node a cannot be reached", List.of(), List.of(), List.of()),
            new OnNode(
                "b",
                null,
                right ? List.of(part) : List.of(),
                right ? List.of(resolution()) : List.of(),
                right && only != null
                    ? List.of(
                        new WaitView(
                            new BranchKey(ID, 2),
                            "Account[y]",
                            "waits (at version 7)",
                            1_500_000_000L,
                            List.of("0-3-16, active, has a version of it (version 6)")))
                    : List.of())));
  }

  @Override
  public void resolve(
      TransactionId id,
      @Nullable String at,
      ResolutionRequest what,
      Consumer<List<Answered>> done) {
    order = what;
    node = at;
    done.accept(
        !id.equals(ID)
            ? List.of()
            : List.of(
                refusal.isEmpty()
                    ? new Answered("b", resolution(), "", "")
                    : new Answered("b", null, refusal, "for a reason")));
  }
}
