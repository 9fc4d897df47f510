package tutti.lab.torture;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import tutti.lab.torture.RequestRecord.End;
import tutti.simulator.history.Anomaly;
import tutti.simulator.history.HistoryClaim;
import tutti.simulator.history.Operation;
import tutti.simulator.history.Operation.Outcome;
import tutti.simulator.history.RecordedHistory;

/**
 * The judge of a round of payments: each is in all of its purses or in none, as the client was
 * told; and if payments charge cards, each card is charged once at most, exactly if its payment is
 * there. Used once.
 */
final class ChargesChecker {
  private final boolean cards;
  private final Map<String, Integer> charged;

  /** The purses of each payment, by its key: what each says about the number of all of them. */
  private final Map<String, List<Long>> paid = new TreeMap<>();

  private final List<Anomaly> anomalies = new ArrayList<>();
  private int foundOutLater;

  /**
   * @param cards whether payments charge cards
   * @param charged the number of charges by key
   * @param found the number of purses of a payment, by purse and key, with a slash between them
   */
  ChargesChecker(boolean cards, Map<String, Integer> charged, Map<String, Long> found) {
    this.cards = cards;
    this.charged = charged;
    found.forEach(
        (place, parts) ->
            paid.computeIfAbsent(place.substring(place.indexOf('/') + 1), _ -> new ArrayList<>())
                .add(parts));
    Set<String> keys = new TreeSet<>(paid.keySet());
    keys.addAll(charged.keySet());
    keys.forEach(this::whole);
  }

  private int times(String key) {
    return charged.getOrDefault(key, 0);
  }

  private void whole(String key) {
    List<Long> parts = paid.getOrDefault(key, List.of());
    String charges = cards ? " was charged " + times(key) + " times, and" : "";
    String story = key + charges + " is in " + parts.size() + " purses";
    if (times(key) > 1) {
      found("charged-twice", key, story);
    }
    if (cards && parts.isEmpty() != (times(key) == 0)
        || parts.stream().anyMatch(all -> all != parts.size())) {
      found("half-paid", key, story + ", of which each says how many there are: " + parts);
    }
  }

  private void found(String name, String operation, String... story) {
    anomalies.add(new Anomaly(name, List.of(operation), List.of(story)));
  }

  /** Returns the requests of clients, which say neither what they saw nor what they made. */
  RecordedHistory history(HistoryClaim claim, List<RequestRecord> deeds) {
    List<Operation> operations = new ArrayList<>();
    Set<String> asked = new HashSet<>();
    for (RequestRecord deed : deeds) {
      String key = deed.ask().signature();
      boolean happened = paid.containsKey(key) || times(key) > 0;
      asked.add(key);
      if (deed.end() == End.UNKNOWN) {
        foundOutLater++;
      } else if (happened != (deed.end() == End.COMMITTED)) {
        found(
            happened ? "aborted-and-done" : "lost-write",
            key,
            deed.client() + " asked: " + deed.ask(),
            happened
                ? "every try was answered that nothing happened, and it did"
                : "it was told that transaction " + deed.transaction() + " has committed");
      }
      operations.add(deed.operation(happened ? Outcome.COMMITTED : Outcome.ABORTED));
    }
    paid.keySet().stream()
        .filter(key -> !asked.contains(key))
        .forEach(key -> found("unasked", key, "no client asked for a payment with that key"));
    return new RecordedHistory(claim, operations, Map.of());
  }

  /** Returns the anomalies; once the history is made. */
  List<Anomaly> anomalies() {
    return anomalies;
  }

  /** Returns the number of requests whose outcome no answer told. */
  int foundOutLater() {
    return foundOutLater;
  }
}
