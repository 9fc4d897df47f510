package tutti.engine.transaction.outcome;

import java.time.Instant;
import java.util.function.Consumer;
import tutti.engine.concurrency.BranchKey;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.journal.JournalFailed;
import tutti.engine.runtime.Scheduler;
import tutti.engine.transaction.record.NodeLog;

/**
 * The log of a shard with replicas, for answers without an effect.
 *
 * @param answers those in the log, this term's among them: a checkpoint has them
 */
public record AnswerRecords(NodeLog log, LoggedAnswers answers, Scheduler scheduler)
    implements AnswerLog {
  @Override
  public void answers(TransactionId id, String key, Consumer<Boolean> durable) {
    Instant at = scheduler.now();
    int entered = log.gate().enter();
    long lsn;
    try {
      lsn = log.append(log.format().answered(new BranchKey(id, 0), key, at));
      answers.add(key, at);
    } catch (JournalFailed failed) {
      durable.accept(false);
      return;
    } finally {
      log.gate().exit(entered);
    }
    log.journal().whenDurable(lsn, durable::accept);
  }
}
