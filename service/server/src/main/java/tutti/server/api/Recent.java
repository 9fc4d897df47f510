package tutti.server.api;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.transaction.submission.Outcome;
import tutti.model.ActorId;
import tutti.model.Call;
import tutti.model.text.JsonText;
import tutti.server.catalog.Catalog;
import tutti.server.http.Response;

/**
 * The newest transactions that this server answered, for its page. Thread-safe.
 *
 * <p>What a client sends is kept as it is only where it is short. Of anything else the names and
 * the first {@value #MOST_TEXT} characters are kept, as text: all entries together take less than 3
 * MB, whatever clients send, and an answer less than 300 kB.
 */
final class Recent {
  private static final int SIZE = 256;
  private static final int MOST_CALLS = 8;
  private static final int SHOWN = 50;

  /** The most characters of a key, of all arguments of a call, and of a reason. */
  private static final int MOST_TEXT = 200;

  /**
   * The most bytes of a request that is kept as it was read; its values would take some ten times
   * as much.
   */
  static final int SMALL_BYTES = 512;

  private final boolean redactKeys;
  private final AtomicLong count = new AtomicLong();
  private final AtomicReferenceArray<@Nullable Entry> ring = new AtomicReferenceArray<>(SIZE);

  /** The end of a transaction, without results and values. */
  private record End(TransactionId transaction, String outcome, @Nullable Why why) {}

  private record Why(String code, String detail) {}

  /** A call of which only texts are kept. */
  private record Told(ActorId target, String event, List<Object> arguments) {}

  /**
   * @param calls the first {@link #MOST_CALLS} of a short request
   * @param told those of any other
   */
  private record Entry(
      long number, List<Call> calls, List<Told> told, int more, End end, long millis, long nanos) {}

  /**
   * @param redactKeys whether keys of actors, arguments and reasons, which may name keys, stay out
   */
  Recent(boolean redactKeys) {
    this.redactKeys = redactKeys;
  }

  /**
   * Records a transaction that ended; on the hot path.
   *
   * @param bytes those of the request, approximately
   */
  void add(List<Call> calls, int bytes, Outcome outcome, long arrived) {
    long number = count.incrementAndGet();
    long nanos = System.nanoTime() - arrived;
    int shown = Math.min(MOST_CALLS, calls.size());
    List<Call> first = shown < calls.size() ? List.copyOf(calls.subList(0, shown)) : calls;
    boolean small = bytes <= SMALL_BYTES;
    ring.setRelease(
        (int) (number % SIZE),
        new Entry(
            number,
            small ? first : List.of(),
            small ? List.of() : first.stream().map(this::told).toList(),
            calls.size() - shown,
            end(outcome),
            System.currentTimeMillis(),
            nanos));
  }

  private End end(Outcome outcome) {
    return switch (outcome) {
      case Outcome.Committed it -> new End(it.transaction(), "committed", null);
      case Outcome.InDoubt it -> new End(it.transaction(), "in-doubt", null);
      case Outcome.Aborted it -> {
        String detail = redactKeys ? Redaction.HIDDEN : shorten(it.reason().message());
        yield new End(it.transaction(), "aborted", new Why(it.reason().code(), detail));
      }
    };
  }

  private Told told(Call call) {
    return new Told(
        new ActorId(call.target().type(), shorten(call.target().key())),
        call.action().name(),
        redactKeys ? hidden(call) : List.of(shorten(text(call))));
  }

  private static List<Object> hidden(Call call) {
    return Collections.nCopies(Math.min(MOST_CALLS, call.arguments().size()), Redaction.HIDDEN);
  }

  private static String text(Call call) {
    StringBuilder text = new StringBuilder();
    for (Object argument : call.arguments()) {
      if (text.length() > MOST_TEXT) {
        break;
      }
      text.append(text.isEmpty() ? "" : ", ");
      Object tree = Catalog.argument(argument);
      text.append(tree instanceof String word ? word : JsonText.of(tree));
    }
    return text.toString();
  }

  private static String shorten(String text) {
    if (text.length() <= MOST_TEXT) {
      return text;
    }
    // A pair of surrogates stays whole.
    int end = Character.isHighSurrogate(text.charAt(MOST_TEXT - 1)) ? MOST_TEXT - 1 : MOST_TEXT;
    return text.substring(0, end) + "…";
  }

  /**
   * The response with the recorded transactions, the newest first.
   *
   * @param from the number after which transactions are listed
   */
  Response response(long from) {
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
    return OutcomeDocuments.json(tree);
  }

  private Map<String, @Nullable Object> tree(Entry entry) {
    Map<String, @Nullable Object> tree = new LinkedHashMap<>();
    tree.put("number", entry.number());
    tree.put("transaction", entry.end().transaction().toString());
    tree.put("outcome", entry.end().outcome());
    Why why = entry.end().why();
    if (why != null) {
      tree.put("code", why.code());
      tree.put("detail", why.detail());
    }
    tree.put("at", entry.millis());
    tree.put("microseconds", entry.nanos() / 1000);
    List<Object> events = new ArrayList<>();
    for (Call call : entry.calls()) {
      List<@Nullable Object> arguments =
          call.arguments().stream()
              .<@Nullable Object>map(it -> redactKeys ? Redaction.HIDDEN : Catalog.argument(it))
              .toList();
      events.add(event(call.target(), call.action().name(), arguments));
    }
    for (Told call : entry.told()) {
      events.add(event(call.target(), call.event(), call.arguments()));
    }
    tree.put("events", events);
    tree.put("more", entry.more());
    return tree;
  }

  private Map<String, @Nullable Object> event(
      ActorId target, String name, List<? extends @Nullable Object> arguments) {
    Map<String, @Nullable Object> event = new LinkedHashMap<>();
    event.put("specification", target.type());
    event.put("key", redactKeys ? Redaction.HIDDEN : target.key());
    event.put("event", name);
    event.put("arguments", arguments);
    return event;
  }
}
