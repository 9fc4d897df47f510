package tutti.access.policy;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The kinds of work of those who look after a service, each a right of its own. */
public enum OperatorWork {
  /** Read the metrics. */
  METRICS,
  /** See the shards and their replicas. */
  SHARDS,
  /** See all transactions: the newest, those in progress, those that were ended by hand. */
  TRANSACTIONS,
  /** End a transaction in doubt by hand, and have replicas pass over an entry. */
  RESOLVE,
  /** Take backups, which hold all data. */
  BACKUP;

  /** The word in the roles file. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  static List<String> words() {
    return Stream.of(values()).map(OperatorWork::word).toList();
  }

  static @Nullable OperatorWork of(String word) {
    return Stream.of(values()).filter(it -> it.word().equals(word)).findFirst().orElse(null);
  }
}
