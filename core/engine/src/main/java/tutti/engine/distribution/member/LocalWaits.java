package tutti.engine.distribution.member;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.BranchKey;
import tutti.engine.concurrency.Participant;
import tutti.engine.transaction.request.PendingRequest;
import tutti.engine.transaction.request.Probes;
import tutti.engine.transaction.request.QueueWalk;
import tutti.engine.transaction.request.Waiters;
import tutti.engine.transaction.submission.Reason;

/** The waits on this node, as {@link Probes} see them. Confined to the service queue. */
public final class LocalWaits implements Probes.View {
  /** The number of participants that are remembered from one look to the next. */
  private static final int REMEMBERED = 8192;

  private final Waiters waiters;
  private final CommitMembers members;

  /**
   * Participants that were seen to block another one: transactions of this node alone are in no
   * table.
   */
  private final Map<BranchKey, Participant> seen = new HashMap<>();

  public LocalWaits(Waiters waiters, CommitMembers members) {
    this.waiters = waiters;
    this.members = members;
  }

  @Override
  public List<Probes.Waiting> waitingSince(long nanos, int most) {
    seen.clear();
    List<Probes.Waiting> waits = new ArrayList<>();
    for (PendingRequest ask : waiters.since(nanos, most)) {
      seen.put(ask.owner().key(), ask.owner());
      waits.add(waiting(ask));
    }
    return waits;
  }

  private static Probes.Waiting waiting(PendingRequest ask) {
    return new Probes.Waiting(ask.owner().key(), ask.owner().age(), ask.cell().id());
  }

  @Override
  public List<Probes.Waiting> waits(BranchKey key) {
    return asks(key).stream().map(LocalWaits::waiting).toList();
  }

  private List<PendingRequest> asks(BranchKey key) {
    List<PendingRequest> asks = new ArrayList<>(1);
    Participant participant = participant(key);
    if (participant != null) {
      waiters.waitsOf(
          participant,
          ask -> {
            if (!ask.answered()) {
              asks.add(ask);
            }
          });
    }
    return asks;
  }

  private @Nullable PendingRequest askOf(Probes.Waiting waiting) {
    for (PendingRequest ask : asks(waiting.key())) {
      if (ask.cell().id().equals(waiting.at())) {
        return ask;
      }
    }
    return null;
  }

  @Override
  public boolean mayWaitElsewhereToo(BranchKey key) {
    return members.member(key) instanceof Branch branch
        ? !branch.isAskedAlone()
        : !askedAt(key).isEmpty();
  }

  private @Nullable Participant participant(BranchKey key) {
    CommitMember member = members.member(key);
    if (member instanceof Branch branch) {
      return branch;
    }
    return member instanceof TransactionCoordinator coordinator
        ? coordinator.participant()
        : seen.get(key);
  }

  @Override
  public Probes.Walk walk() {
    return new LocalWalk();
  }

  private final class LocalWalk implements Probes.Walk {
    private final QueueWalk walk = new QueueWalk();

    @Override
    public List<Probes.Blocker> blockers(Probes.Waiting waiting) {
      PendingRequest ask = askOf(waiting);
      List<Probes.Blocker> blockers = new ArrayList<>();
      if (ask != null) {
        walk.blockers(
            ask,
            participant -> {
              if (undecided(participant)) {
                blockers.add(new Probes.Blocker(participant.key(), participant.age()));
                remember(participant);
              }
            });
      }
      return blockers;
    }
  }

  private static boolean undecided(Participant participant) {
    return switch (participant.status()) {
      case ACTIVE, PREPARED -> true;
      case COMMITTED, ABORTED -> false;
    };
  }

  private void remember(Participant participant) {
    if (seen.size() < REMEMBERED) {
      seen.put(participant.key(), participant);
    }
  }

  @Override
  public Set<Integer> askedAt(BranchKey key) {
    TransactionCoordinator coordinator = members.coordinator(key);
    return coordinator == null ? Set.of() : coordinator.askedAt();
  }

  @Override
  public boolean stop(Probes.Waiting waiting, Reason.Deadlock why) {
    PendingRequest ask = askOf(waiting);
    return ask != null && ask.stop(why);
  }
}
