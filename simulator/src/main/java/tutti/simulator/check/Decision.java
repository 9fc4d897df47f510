package tutti.simulator.check;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.TransactionId;
import tutti.model.Call;
import tutti.model.Surroundings;

/** One decision in the log. */
final class Decision {
  /** One action of it. */
  record Act(Decision of, Call call, long position, Surroundings around) {}

  final TransactionId transaction;
  final @Nullable String key;
  final long lsn;
  final List<@Nullable Object> results;
  List<Act> acts = List.of();

  /** When a client was told, counted in acknowledgements; 0 if none was. */
  long acknowledged;

  Decision(
      TransactionId transaction, @Nullable String key, long lsn, List<@Nullable Object> results) {
    this.transaction = transaction;
    this.key = key;
    this.lsn = lsn;
    this.results = results;
  }

  @Override
  public String toString() {
    return "transaction " + transaction;
  }
}
