package tutti.engine.distribution.operator;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.BranchKey;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.distribution.member.CommitContext;
import tutti.engine.distribution.member.CommitMember;
import tutti.engine.distribution.member.CommitMembers;
import tutti.engine.distribution.member.TransactionCoordinator;
import tutti.engine.distribution.message.PeerMessage;
import tutti.engine.distribution.peer.Peers;
import tutti.engine.transaction.record.InProgress;
import tutti.engine.transaction.record.Resolution;
import tutti.engine.transaction.request.WaitView;
import tutti.model.ActorId;

/**
 * The commitments in progress on this node, as people and their tools see them. Thread-safe; only
 * {@link #progress} waits for members.
 */
public record ProgressReport(CommitContext context, CommitMembers members) {
  /**
   * A part of a transaction that waits for a decision.
   *
   * @param coordinator the name of the node that coordinates the transaction
   * @param actors the actors that the transaction holds meanwhile
   */
  public record InDoubt(BranchKey key, String coordinator, List<ActorId> actors) {}

  /**
   * Gives the members that are in progress here, oldest first, and all resolutions by hand.
   *
   * @param waits the requests that wait at actors of this node
   */
  public void progress(
      @Nullable TransactionId only,
      List<WaitView> waits,
      Consumer<PeerMessage.Answer.Progress> done) {
    MachinesLook look = new MachinesLook(new ProgressViews(context));
    members.forEach(
        each -> {
          if (isWanted(only, each.key())) {
            look.at(each);
          }
        });
    look.go(
        context.runtime().scheduler(),
        context.runtime().service(),
        underway ->
            done.accept(
                new PeerMessage.Answer.Progress(
                    underway,
                    context.recovered().resolutions().shown().stream()
                        .filter(each -> isWanted(only, each.key()))
                        .map(Resolution::forPeople)
                        .toList(),
                    waits)));
  }

  private static boolean isWanted(@Nullable TransactionId only, BranchKey key) {
    return only == null || only.equals(key.id());
  }

  /**
   * Returns how many members are in each phase. May be called by any thread; does not wait for any
   * other.
   */
  public Map<PhaseCount.Of, Integer> phases() {
    PhaseCount count = new PhaseCount();
    members.forEach(
        each -> count.add(each.protocol().name(), each.role(), each.commitment().phase()));
    return count.all();
  }

  /** Returns for how long the oldest part in doubt has been so since this start, in nanoseconds. */
  public long oldestDoubtNanos() {
    long now = context.runtime().scheduler().nanos();
    long oldest = now;
    for (CommitMember each : inDoubtMembers()) {
      oldest = Math.min(oldest, each.commitment().since());
    }
    return now - oldest;
  }

  private List<CommitMember> inDoubtMembers() {
    List<CommitMember> all = new ArrayList<>();
    members.forEach(
        each -> {
          if (each.promised()) {
            all.add(each);
          }
        });
    return all;
  }

  /**
   * Returns the members that have voted Yes here and do not know the outcome: parts of other nodes'
   * transactions, and parts of this node's own under protocols in which other nodes may decide
   * without it.
   */
  public List<InDoubt> inDoubt() {
    List<InDoubt> all = new ArrayList<>();
    for (CommitMember each : inDoubtMembers()) {
      InProgress.Prepared state = each.record.prepared();
      String coordinator = context.peers().name(each.key().id().coordinator());
      List<ActorId> actors = state == null ? List.of() : CommitMember.actors(state.claims());
      all.add(new InDoubt(each.key(), coordinator, actors));
    }
    return all;
  }

  /** Returns the resolutions by hand on this node that nothing can take back. */
  public List<Resolution> resolutions() {
    return context.recovered().resolutions().shown();
  }

  /** Returns the nodes that a transaction that runs here waits for, in words, or null if none. */
  public @Nullable String waitsFor(TransactionId id) {
    Set<Integer> missing = new HashSet<>();
    for (CommitMember each : members.of(id)) {
      if (each instanceof TransactionCoordinator coordinator) {
        missing.addAll(coordinator.waitsFor());
      }
    }
    return missing.isEmpty() ? null : named(missing);
  }

  private String named(Set<Integer> nodes) {
    Peers peers = context.peers();
    Map<Integer, String> names = new TreeMap<>();
    nodes.forEach(
        node -> names.put(node, peers.name(node) + (peers.connected(node) ? "" : ", unreachable")));
    return String.join("; ", names.values());
  }
}
