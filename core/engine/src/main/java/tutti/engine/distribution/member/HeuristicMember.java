package tutti.engine.distribution.member;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tutti.engine.journal.JournalFailed;
import tutti.engine.transaction.outcome.LateOutcome;
import tutti.engine.transaction.record.Resolution;
import tutti.engine.transaction.record.Unfinished;
import tutti.model.Encoder;
import tutti.model.outside.Happened;
import tutti.protocol.commit.CommitRecord;
import tutti.protocol.commit.Input;
import tutti.protocol.commit.RecordKind;

/**
 * A member that a person has ended here, with a <i>heuristic</i> outcome. Its protocol is not
 * informed: the member goes on as after a crash, so that other nodes need not wait for it, and so
 * that it becomes known whether the person was right.
 */
public final class HeuristicMember extends RecoveredMember {
  private static final Logger LOG = LoggerFactory.getLogger(HeuristicMember.class);

  private final Resolution how;
  private final @Nullable LateOutcome outcome;
  private long learntLsn;

  /**
   * @param member the member's records in the log
   * @param outcome the outcome that the client may still ask for; null unless this node coordinates
   *     the transaction
   */
  public HeuristicMember(
      CommitContext context,
      CommitMembers members,
      Unfinished member,
      Resolution how,
      @Nullable LateOutcome outcome) {
    super(context, members, member, 0, context.runtime().service());
    this.how = how;
    this.outcome = outcome;
  }

  @Override
  public @Nullable Instant began() {
    return how.began();
  }

  /** Answers the check with the person's decision. */
  @Override
  void act(boolean mayHaveRun) {
    Happened happened = how.commit() ? Happened.YES : Happened.NO;
    queue.step(() -> on(new Input.Acted(happened)));
  }

  @Override
  boolean commit(CommitRecord entry, boolean told) throws JournalFailed {
    return learnt(entry, true, told);
  }

  @Override
  boolean note(CommitRecord entry, boolean told) throws JournalFailed {
    return entry.entry() == RecordKind.ABORTED
        ? learnt(entry, false, told)
        : super.note(entry, told);
  }

  private boolean learnt(CommitRecord entry, boolean commit, boolean told) throws JournalFailed {
    Instant at = context.runtime().scheduler().now();
    Encoder bytes =
        context.log().format().learnt(key, commit, record.part(entry), record.nonce(), at);
    learntLsn =
        record.learn(
            entry,
            told,
            commit,
            bytes,
            () -> {
              context.recovered().resolutions().learnt(key, commit, at);
              if (commit && outcome != null) {
                outcome.decided(at);
              }
            });
    return true;
  }

  @Override
  void settle(boolean commit) {
    tell(LOG, context.peers().ownName(), how, commit);
    LateOutcome late = outcome;
    if (late != null) {
      late.endsOnceDurable(context.log().journal(), learntLsn, commit);
    }
  }

  private static void tell(Logger log, String node, Resolution how, boolean commit) {
    if (how.commit() == commit) {
      log.info(
          "transaction {} was {} on {} by hand, and has ended so",
          how.key().id(),
          inWords(commit),
          node);
    } else {
      log.error(
          "transaction {} was {} on {} by hand, by {} ({}), but has been {}: what {} have there is"
              + " not what the other nodes have; 'tutti txn show {}' says more",
          how.key().id(),
          inWords(how.commit()),
          node,
          how.by(),
          how.reason(),
          inWords(commit),
          how.actors(),
          how.key().id());
    }
  }

  private static String inWords(boolean commit) {
    return commit ? "committed" : "aborted";
  }

  @Override
  public String toString() {
    return "resolved " + key;
  }
}
