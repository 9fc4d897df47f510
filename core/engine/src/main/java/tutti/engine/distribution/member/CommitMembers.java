package tutti.engine.distribution.member;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.BranchKey;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.distribution.message.PeerMessage;
import tutti.engine.runtime.StepQueue;
import tutti.engine.transaction.execution.Remote;
import tutti.engine.transaction.record.InProgress;
import tutti.engine.transaction.record.Unfinished;

/**
 * The members of all commitments that this node takes part in, and the witnesses, each from its
 * begin to its end: a node has at most one member and one witness of an attempt. Thread-safe.
 */
public final class CommitMembers implements InProgress, Remote {
  private final CommitContext context;
  private final ConcurrentHashMap<BranchKey, CommitMember> members = new ConcurrentHashMap<>();
  private final ConcurrentHashMap<BranchKey, CommitMember> witnesses = new ConcurrentHashMap<>();

  private volatile boolean over;

  public CommitMembers(CommitContext context) {
    this.context = context;
  }

  // --- coming and going ---

  @Override
  public boolean asksTogether() {
    return context.asking().together();
  }

  @Override
  public Remote.Coordination coordinate(Local local) {
    TransactionCoordinator made = new TransactionCoordinator(context, local, this);
    add(made);
    made.begin();
    return made;
  }

  /** Adds a member, in the place of the one that may be there. */
  public void add(CommitMember member) {
    (member.isWitness() ? witnesses : members).put(member.key(), member);
  }

  /**
   * Resumes a member from its records, in the place of an earlier member of the same attempt, if
   * there is one.
   */
  void resume(RecoveredMember member) {
    resume(List.of(member));
  }

  /**
   * Resumes members from their records, each in the place of an earlier member of the same attempt,
   * if there is one.
   */
  void resume(List<RecoveredMember> found) {
    for (RecoveredMember member : found) {
      member.record.remember();
      add(member);
    }
    StepQueue.forEach(found, CommitMember::queue, RecoveredMember::resume);
  }

  /** Returns the member of an attempt, which is made if there is none. */
  CommitMember member(BranchKey key, Function<BranchKey, CommitMember> made) {
    return members.computeIfAbsent(key, made);
  }

  /** Forgets a member that has ended, unless another one has taken its place. */
  void ended(CommitMember member) {
    (member.isWitness() ? witnesses : members).remove(member.key(), member);
  }

  /** Returns the member of an attempt, or null. */
  @Nullable CommitMember member(BranchKey key) {
    return members.get(key);
  }

  /** Returns the coordinator of an attempt that has begun since this start, or null. */
  public @Nullable TransactionCoordinator coordinator(BranchKey key) {
    return members.get(key) instanceof TransactionCoordinator coordinator ? coordinator : null;
  }

  /** Returns the branch of an attempt that has begun since this start, or null. */
  @Nullable Branch branch(BranchKey key) {
    return members.get(key) instanceof Branch branch ? branch : null;
  }

  /** Returns all members of a transaction's attempts, without witnesses. */
  public List<CommitMember> of(TransactionId id) {
    List<CommitMember> all = new ArrayList<>();
    for (CommitMember each : members.values()) {
      if (each.key().id().equals(id)) {
        all.add(each);
      }
    }
    return all;
  }

  /** Gives all members and witnesses. */
  public void forEach(Consumer<CommitMember> sink) {
    members.values().forEach(sink);
    witnesses.values().forEach(sink);
  }

  /** Returns how many members coordinate their transactions, or do not; witnesses are neither. */
  public int count(boolean coordinating) {
    int count = 0;
    for (CommitMember each : members.values()) {
      count += each.coordinates() == coordinating ? 1 : 0;
    }
    return count;
  }

  public int witnesses() {
    return witnesses.size();
  }

  /**
   * Ends the tasks of all transactions that wait for their decisions, and stops, now and later, all
   * members that were resumed from their records: the term is over, and the next leader of the
   * shard resumes them.
   */
  public void steppedDown() {
    over = true;
    forEach(
        each -> {
          if (each instanceof TransactionCoordinator coordinator) {
            coordinator.queue().step(coordinator::steppedDown);
          } else if (each instanceof RecoveredMember recovered) {
            recovered.queue().step(recovered.commitment()::stop);
          }
        });
  }

  /** Returns whether the term is over in which this node coordinates. */
  boolean over() {
    return over;
  }

  // --- messages ---

  /** Gives a message to the member that it is meant for; returns false if there is none. */
  public boolean received(int from, PeerMessage.Commit message) {
    BranchKey key = message.key();
    CommitMember to =
        message.message().forWitness()
            ? witnesses.computeIfAbsent(
                key, _ -> new RecoveredMember(context, this, key, message.protocol()))
            : members.get(key);
    if (to == null || !to.isOf(message)) {
      return false;
    }
    to.queue().step(() -> to.received(from, message));
    return true;
  }

  /**
   * Hears that a node can be reached again: unanswered questions and messages are sent again
   * immediately.
   */
  public void connected(int node) {
    List<CommitMember> all = new ArrayList<>();
    forEach(all::add);
    StepQueue.forEach(all, CommitMember::queue, each -> each.sayAgain(node));
  }

  /**
   * Hears that the connection with a node has ended, and is not back so soon: transactions that are
   * executed there, or wait for its vote, end as at their deadlines.
   */
  public void lost(int node) {
    List<TransactionCoordinator> all = new ArrayList<>();
    for (CommitMember each : members.values()) {
      if (each instanceof TransactionCoordinator coordinator) {
        all.add(coordinator);
      }
    }
    StepQueue.forEach(all, CommitMember::queue, each -> each.lost(node));
  }

  /**
   * Hears that a node has started anew: it never decides transactions that it had not decided.
   *
   * @param withNothing whether that node keeps nothing
   */
  public void restarted(int node, boolean withNothing) {
    for (CommitMember each : members.values()) {
      if (each instanceof Branch branch && each.key().id().coordinator() == node) {
        branch.queue().step(() -> branch.coordinatorRestarted(withNothing));
      }
    }
  }

  // --- checkpoints ---

  @Override
  public void prepared(long before, Consumer<Prepared> sink) {
    for (CommitMember each : members.values()) {
      Prepared state = each.record.prepared();
      if (state != null) {
        sink.accept(state);
      }
    }
  }

  @Override
  public void unfinished(Consumer<Unfinished> sink) {
    forEach(
        each -> {
          Unfinished state = each.record.unfinished();
          if (state != null) {
            sink.accept(state);
          }
        });
  }

  // --- epochs ---

  /**
   * Returns whether any transaction of an epoch up to this one, coordinated here since this start,
   * may be decided and has not ended here.
   */
  public boolean anyUnsettledUpTo(long epoch) {
    for (CommitMember each : members.values()) {
      if (each instanceof TransactionCoordinator coordinator) {
        long its = coordinator.participant().epoch();
        if (its > 0 && its <= epoch && !coordinator.settled()) {
          return true;
        }
      }
    }
    return false;
  }

  /**
   * Returns whether any member of an epoch up to this one has promised to commit, and does not know
   * its end; the epoch of a member that recovery found is unknown.
   */
  public boolean anyInDoubtUpTo(long epoch) {
    for (CommitMember each : members.values()) {
      boolean early =
          switch (each) {
            case Branch branch -> branch.epoch() <= epoch;
            case InDoubtMember _ -> true;
            default -> false;
          };
      if (early && each.promised()) {
        return true;
      }
    }
    return false;
  }
}
