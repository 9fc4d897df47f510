package tutti.protocol.integrated;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;

/**
 * The facts about transactions that are written, and not durable yet. Confined to one thread.
 *
 * <p>For example, a replica that writes its promise for ballot 2 of a transaction adds the ballot
 * here, and removes it when the record is durable; in between {@code has(id, 2::equals)} is true.
 *
 * @param <I> identifies a transaction
 * @param <F> the facts
 */
public final class Unforced<I, F> {
  private final Map<I, Deque<F>> facts = new HashMap<>();

  /** One more fact about a transaction is written. */
  public void add(I id, F fact) {
    facts.computeIfAbsent(id, _ -> new ArrayDeque<>(2)).addLast(fact);
  }

  /** The oldest fact about a transaction is durable. */
  public void remove(I id) {
    facts.computeIfPresent(
        id,
        (_, its) -> {
          its.poll();
          return its.isEmpty() ? null : its;
        });
  }

  /** Returns whether a fact of the kind {@code kind} about a transaction is not durable yet. */
  public boolean has(I id, Predicate<F> kind) {
    Deque<F> its = facts.get(id);
    return its != null && its.stream().anyMatch(kind);
  }
}
