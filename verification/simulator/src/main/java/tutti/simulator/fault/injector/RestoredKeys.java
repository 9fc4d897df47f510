package tutti.simulator.fault.injector;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.LongConsumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.engine.transaction.submission.TransactionRequest.Idempotency;
import tutti.simulator.check.Findings;
import tutti.simulator.check.Recorder.Keyed;
import tutti.simulator.cluster.ClientReply;
import tutti.simulator.cluster.Cluster;

/**
 * The clients of a backup's nodes, which repeat their requests at the nodes that it was restored
 * onto: each key gets its first answer. Where these keep few keys, the newest are known.
 */
final class RestoredKeys {
  private static final String RULE = "at-most-once";
  private static final String CLIENT = "repeater";

  /** The requests that are repeated, at most: the oldest and the newest. */
  private static final int MOST = 64;

  /** The time by which the times of keys of two nodes may be wrong. */
  private static final long CLOCKS_NANOS = 5_000_000;

  private static final int TRIES = 5;
  private static final long AGAIN_NANOS = 200_000_000;
  private static final long TIMEOUT_NANOS = 5_000_000_000L;

  private final List<Keyed> all;
  private final LongConsumer pause;

  /**
   * @param all the requests of the original
   * @param asked when the backup was asked for
   * @param lasts whether a transaction stands, and has changed something
   * @param pause lets time go on
   */
  RestoredKeys(List<Keyed> all, long asked, Predicate<TransactionId> lasts, LongConsumer pause) {
    List<Keyed> told =
        new ArrayList<>(
            all.stream()
                .filter(each -> each.told().told() < asked)
                .filter(each -> lasts.test(each.told().transaction()))
                .sorted(Comparator.comparingLong(each -> -each.told().told()))
                .toList());
    if (told.size() > MOST) {
      told.subList(MOST / 2, told.size() - MOST / 2).clear();
    }
    this.all = told;
    this.pause = pause;
  }

  /**
   * Repeats all of them, the newest first. In a task only.
   *
   * @param few whether the nodes keep fewer keys than there may be
   * @param found takes what is wrong
   */
  void repeat(Cluster cluster, boolean few, Findings found) {
    Keyed gone = null;
    int asked = 0;
    for (Keyed each : all) {
      TransactionId first = each.told().transaction();
      TransactionId now = answer(cluster, asked++, each.request(), found);
      if (now == null) {
        return;
      }
      if (now.equals(first)) {
        if (gone != null && each.told().told() + CLOCKS_NANOS < gone.told().asked()) {
          found.add(
              RULE,
              "the key of %s is known, and that of %s, which came later, is not"
                  .formatted(first, gone.told().transaction()));
        }
      } else if (few) {
        gone = each;
      } else {
        found.add(RULE, "a repeat of %s, which was told before, ran as %s".formatted(first, now));
      }
    }
  }

  /** Repeats a request until it is answered; null if it is not. */
  private @Nullable TransactionId answer(
      Cluster cluster, int number, TransactionRequest request, Findings found) {
    Idempotency key = Objects.requireNonNull(request.idempotency());
    TransactionRequest again = request.within(TIMEOUT_NANOS);
    ClientReply reply = new ClientReply.Broken(false);
    for (int attempt = 0; attempt < TRIES; attempt++) {
      reply =
          cluster.node((number + attempt) % cluster.nodes().size()).door().submit(CLIENT, again);
      if (reply instanceof ClientReply.Told(Outcome.Committed committed)) {
        return committed.transaction();
      }
      if (reply instanceof ClientReply.Told(Outcome.Aborted(var id, var reason))
          && !reason.retryable()) {
        // What has happened may not be possible once more.
        return id;
      }
      pause.accept(AGAIN_NANOS);
    }
    found.add(RULE, "a repeat of key %s is answered %s".formatted(key.key(), reply));
    return null;
  }
}
