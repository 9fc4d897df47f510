package tutti.server.api;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;
import tutti.engine.transaction.submission.Outcome;
import tutti.model.Call;
import tutti.server.catalog.Catalog;
import tutti.server.http.Response;

/** The newest transactions that this server answered, for its page. Thread-safe. */
final class Recent {
  private static final int SIZE = 256;
  private static final int MOST_CALLS = 8;
  private static final int SHOWN = 50;

  private final boolean redactKeys;
  private final AtomicLong count = new AtomicLong();
  private final AtomicReferenceArray<@Nullable Entry> ring = new AtomicReferenceArray<>(SIZE);

  private record Entry(long number, List<Call> calls, Outcome outcome, long millis, long nanos) {}

  /**
   * @param redactKeys whether keys of actors, arguments and reasons, which may name keys, stay out
   */
  Recent(boolean redactKeys) {
    this.redactKeys = redactKeys;
  }

  /** Records a transaction that ended; on the hot path. */
  void add(List<Call> calls, Outcome outcome, long arrived) {
    long number = count.incrementAndGet();
    long nanos = System.nanoTime() - arrived;
    ring.setRelease(
        (int) (number % SIZE),
        new Entry(number, calls, outcome, System.currentTimeMillis(), nanos));
  }

  /**
   * The response with the recorded transactions, the newest first.
   *
   * @param after the number after which transactions are listed; a text that is no number is
   *     ignored
   */
  Response response(@Nullable String after) {
    long from = after != null && after.matches("[0-9]{1,18}") ? Long.parseLong(after) : 0;
    long newest = count.get();
    List<Object> items = new ArrayList<>();
    for (long n = newest; n > from && n > newest - SIZE && items.size() < SHOWN; n--) {
      Entry entry = ring.getAcquire((int) (n % SIZE));
      if (entry != null && entry.number() == n) {
        items.add(tree(entry));
      }
    }
    Map<String, @Nullable Object> tree = new LinkedHashMap<>();
    tree.put("count", newest);
    tree.put("items", items);
    return Answers.json(tree);
  }

  private Map<String, @Nullable Object> tree(Entry entry) {
    Map<String, @Nullable Object> tree = new LinkedHashMap<>();
    tree.put("number", entry.number());
    tree.put("transaction", entry.outcome().transaction().toString());
    switch (entry.outcome()) {
      case Outcome.Committed _ -> tree.put("outcome", "committed");
      case Outcome.InDoubt _ -> tree.put("outcome", "in-doubt");
      case Outcome.Aborted aborted -> {
        tree.put("outcome", "aborted");
        tree.put("code", aborted.reason().code());
        tree.put("detail", redactKeys ? Redaction.HIDDEN : aborted.reason().message());
      }
    }
    tree.put("at", entry.millis());
    tree.put("microseconds", entry.nanos() / 1000);
    List<Object> events = new ArrayList<>();
    for (Call call : entry.calls().subList(0, Math.min(MOST_CALLS, entry.calls().size()))) {
      Map<String, @Nullable Object> event = new LinkedHashMap<>();
      event.put("specification", call.target().type());
      event.put("key", redactKeys ? Redaction.HIDDEN : call.target().key());
      event.put("event", call.action().name());
      event.put(
          "arguments",
          call.arguments().stream()
              .map(each -> redactKeys ? Redaction.HIDDEN : Catalog.argument(each))
              .toList());
      events.add(event);
    }
    tree.put("events", events);
    tree.put("more", Math.max(0, entry.calls().size() - MOST_CALLS));
    return tree;
  }
}
