package tutti.simulator.check;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.TransactionId;

/**
 * The outcomes that stand for ever: transactions that were in the log at the end of an epoch, and
 * aborts that clients were told of; each by its transaction and by its idempotency key.
 */
final class ToldOutcomes {
  private final Findings findings;

  /** The results of transactions that were in the log at the end of an epoch. */
  private final Map<TransactionId, List<@Nullable Object>> kept = new LinkedHashMap<>();

  private final Map<String, TransactionId> keptKeys = new HashMap<>();
  private final Set<TransactionId> aborted = new HashSet<>();
  private final Set<String> abortedKeys = new HashSet<>();
  private boolean keysExpire;

  ToldOutcomes(Findings findings) {
    this.findings = findings;
  }

  /** Accepts that a key stands for several transactions, one after another. */
  void keysExpire() {
    keysExpire = true;
  }

  /** Notes that the key of a refused request is used for another request. */
  void reused(String key) {
    abortedKeys.remove(key);
  }

  /** Returns the results of a transaction that was kept at the end of an epoch, or null. */
  @Nullable List<@Nullable Object> kept(TransactionId transaction) {
    return kept.get(transaction);
  }

  List<TransactionId> kept() {
    return List.copyOf(kept.keySet());
  }

  /** Notes that a client was told of a commit under a key, or under none. */
  void committed(TransactionId transaction, @Nullable String key) {
    TransactionId before = key == null ? null : keptKeys.get(key);
    if (before != null && !before.equals(transaction) && !keysExpire) {
      findings.add(
          "at-most-once", "key " + key + " was " + before + " before, and is now " + transaction);
    }
  }

  /** Notes that a client was told of an abort, and of no commit under the key if one is given. */
  void aborted(TransactionId transaction, @Nullable String key) {
    aborted.add(transaction);
    if (key != null) {
      abortedKeys.add(key);
      TransactionId before = keptKeys.get(key);
      if (before != null && !keysExpire) {
        findings.add(
            "at-most-once", "key " + key + " had committed as " + before + ", and then aborted");
      }
    }
  }

  /** Checks that no client was told that a transaction aborted which is decided now. */
  void decided(LoggedDecision decision) {
    if (aborted.contains(decision.transaction)) {
      findings.add("definite-abort", decision + " aborted for its client, and was decided");
    }
  }

  /** Notes that a decision stands at the end of its epoch: it is there for ever. */
  void keep(LoggedDecision decision) {
    kept.put(decision.transaction, decision.results);
    String key = decision.key;
    if (aborted.contains(decision.transaction) || key != null && abortedKeys.contains(key)) {
      findings.add("definite-abort", decision + " aborted for its client, and is in the log");
    }
    TransactionId before = key == null ? null : keptKeys.put(key, decision.transaction);
    if (before != null && !keysExpire) {
      findings.add(
          "at-most-once",
          "key " + key + " committed as " + before + " and as " + decision.transaction);
    }
  }
}
