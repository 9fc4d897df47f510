package tutti.engine.distribution;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tutti.engine.journal.JournalFailed;
import tutti.engine.transaction.LateOutcome;
import tutti.engine.transaction.Resolution;
import tutti.engine.transaction.Unfinished;
import tutti.model.Encoder;
import tutti.protocol.commit.Effect;

/**
 * A member that a person has ended here. Its protocol knows nothing of that: the member goes on as
 * after a crash, so that other nodes need not wait for it, and so that it becomes known whether the
 * person was right.
 */
final class Overruled extends Kept {
  private static final Logger LOG = LoggerFactory.getLogger(Overruled.class);

  private final Resolution how;
  private final @Nullable LateOutcome outcome;
  private long learntLsn;

  /**
   * @param member what is in the log of it
   * @param outcome the outcome that its client may still ask for, if this node coordinates it
   */
  Overruled(
      Ground ground,
      Machines machines,
      Unfinished member,
      Resolution how,
      @Nullable LateOutcome outcome) {
    super(ground, machines, member, ground.service());
    this.how = how;
    this.outcome = outcome;
  }

  Resolution how() {
    return how;
  }

  @Override
  @Nullable Instant began() {
    return how.began();
  }

  @Override
  public boolean write(Effect.Persist record) {
    return switch (record.entry()) {
      case COMMITTED, DECISION -> learnt(record, true);
      case ABORTED -> learnt(record, false);
      case VOTE, NOTE, FINISHED, OBSERVED -> super.write(record);
    };
  }

  private boolean learnt(Effect.Persist record, boolean commit) {
    Instant at = ground.scheduler().now();
    Encoder bytes = ground.format().learnt(key(), commit, part(record), nonce(), at);
    int entered = ground.gate().enter();
    try {
      learntLsn = ground.append(bytes);
      ground.resolutions().learnt(key(), commit, at);
      if (commit && outcome != null) {
        outcome.decided(at);
      }
      decided(record, 0);
      boolean coordinated = commit && !branches().isEmpty();
      remember(coordinated || !protocol().endsWithOutcome(record.memory()));
    } catch (JournalFailed failed) {
      return false;
    } finally {
      ground.gate().exit(entered);
    }
    if (record.tell()) {
      whenDurable(learntLsn, record.entry());
    }
    return true;
  }

  @Override
  public void settle(boolean commit) {
    tell(LOG, ground.peers().ownName(), how, commit);
    LateOutcome late = outcome;
    if (late != null) {
      ground
          .journal()
          .whenDurable(
              learntLsn,
              durable -> {
                if (durable) {
                  late.ended(commit);
                }
              });
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
    return "resolved " + key();
  }
}
