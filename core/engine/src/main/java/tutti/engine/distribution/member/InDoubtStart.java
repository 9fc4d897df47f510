package tutti.engine.distribution.member;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.BranchKey;
import tutti.engine.concurrency.Claim;
import tutti.engine.concurrency.Participant;
import tutti.engine.runtime.StepQueue;
import tutti.engine.transaction.record.LogRecord.BranchWork;
import tutti.engine.transaction.record.PreparedBranch;
import tutti.engine.transaction.record.Resolution;
import tutti.engine.transaction.record.Unfinished;
import tutti.engine.transaction.request.Directory;
import tutti.engine.transaction.request.Holdings;
import tutti.model.ActorId;

/**
 * The start of the members that recovery found.
 *
 * <p>CommitMembers that hold nothing go on first ({@link #recovered}). CommitMembers in doubt get
 * their claims again and go on ({@link #found}, {@link #resume}); or they must be decided before
 * anything runs ({@link #resolve}), since the application or the deployment has changed.
 */
public final class InDoubtStart {
  private final CommitContext context;
  private final CommitMembers members;
  private final Directory directory;
  private final Holdings holdings;

  /** CommitMembers that must end before anything runs. */
  private final Map<BranchKey, InDoubtMember> resolving = new ConcurrentHashMap<>();

  private volatile @Nullable Runnable resolved;

  /** A listener that is told how a member has ended. */
  @FunctionalInterface
  public interface Decided {
    /**
     * Hears how a member has ended.
     *
     * @param decisionLsn where the decision stands in the coordinator's log, if that is known
     * @param lsn of the record that it has committed
     */
    void decided(PreparedBranch member, boolean commit, long decisionLsn, long lsn);
  }

  public InDoubtStart(
      CommitContext context, CommitMembers members, Directory directory, Holdings holdings) {
    this.context = context;
    this.members = members;
    this.directory = directory;
    this.holdings = holdings;
  }

  /** Goes on with members that recovery found and that hold nothing, and with witnesses. */
  public void recovered(Collection<Unfinished> found) {
    List<RecoveredMember> all = new ArrayList<>();
    for (Unfinished each : found) {
      Resolution how = each.witness() ? null : context.recovered().resolutions().get(each.key());
      RecoveredMember made =
          how == null || how.learnt() != null
              ? new RecoveredMember(context, members, each, 0, context.runtime().service())
              : new HeuristicMember(
                  context,
                  members,
                  each,
                  how,
                  context.recovered().lateOutcome(each.key().id(), how.own()));
      all.add(made);
    }
    members.resume(all);
  }

  /**
   * Returns the participant that again holds the claims of a member that recovery found in doubt;
   * {@link #resume} follows.
   */
  public Participant found(PreparedBranch member) {
    return add(member, queueOf(member.work()), (_, _, _, _) -> {});
  }

  /**
   * Returns the queue of one of the member's actors here; a coordinator may have changed and looked
   * at none.
   */
  private StepQueue queueOf(BranchWork work) {
    if (work.effects().isEmpty() && work.looks().isEmpty()) {
      return context.runtime().service();
    }
    ActorId actor =
        work.effects().isEmpty()
            ? work.looks().getFirst().actor()
            : work.effects().getFirst().call().target();
    return directory.containerOf(actor).route(actor);
  }

  private InDoubtMember add(PreparedBranch member, StepQueue queue, Decided decided) {
    InDoubtMember made =
        new InDoubtMember(
            context.with(context.recovered().records()),
            members,
            member,
            holdings,
            queue,
            decided,
            context.recovered().lateOutcome(member.key().id(), member.own()));
    members.add(made);
    return made;
  }

  /** Goes on with members whose claims have been reinstated. */
  public void resume(Map<BranchKey, List<Claim>> reinstated) {
    reinstated.forEach(
        (key, claims) -> {
          if (members.member(key) instanceof InDoubtMember member) {
            member.holds(claims);
            member.queue().step(member::resume);
          }
        });
  }

  /**
   * Makes the members in doubt find out their outcomes, until all have.
   *
   * @param decided is called for each member, in a step of the service queue
   * @param done is called after the last member, in such a step
   */
  public void resolve(List<PreparedBranch> inDoubt, Decided decided, Runnable done) {
    resolved = done;
    for (PreparedBranch each : inDoubt) {
      resolving.put(
          each.key(),
          add(
              each,
              context.runtime().service(),
              (member, commit, decision, lsn) -> {
                decided.decided(member, commit, decision, lsn);
                resolved(member.key());
              }));
    }
    resolving.values().forEach(member -> member.queue().step(member::resume));
  }

  private void resolved(BranchKey key) {
    resolving.remove(key);
    Runnable done = resolved;
    if (resolving.isEmpty() && done != null) {
      resolved = null;
      done.run();
    }
  }

  /** Returns the members that the start waits for, in words. */
  public String resolvingWith() {
    return String.join(
        ", ",
        resolving.keySet().stream()
            .map(key -> key + " of " + context.peers().name(key.id().coordinator()))
            .sorted()
            .toList());
  }
}
