package tutti.protocol.integrated.janus;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tutti.model.ActorId;
import tutti.protocol.integrated.janus.graph.Dependencies;
import tutti.protocol.integrated.janus.graph.Piece;
import tutti.protocol.integrated.janus.graph.Transaction;

/**
 * The transactions of a shard's replica, by the items that they touch. Confined to one thread.
 *
 * <p>A decided transaction that writes an item stands for the transactions before it at the item: a
 * later transaction depends on those through the decision, which is final. So the earlier
 * transactions are <i>implied</i>, and no new transaction names them. At a popular item, a new
 * transaction names only the last decided writer and the transactions that came after it.
 *
 * <p>Transactions that are implied or forgotten here may still be named by other replicas, which
 * have received less. So a replica reports the newest of them for a while, and a coordinator uses
 * the report when it compares the replicas' answers. Each name that is reported costs work at a
 * popular item, and a missing name costs at most one accept phase.
 */
final class Conflicts {
  /** The fewest transactions that were implied, or forgotten, lately. */
  private static final int LEAST_LATELY = 16;

  /** The transactions under way for each one that was implied, or forgotten, lately. */
  private static final int UNDER_WAY = 10;

  /** The transactions that touch one item. */
  private static final class Item {
    final Set<Transaction> readers = new LinkedHashSet<>();
    final Set<Transaction> writers = new LinkedHashSet<>();
    final SortedSet<Transaction> forgotten = new TreeSet<>();

    /** Transactions that are no more readers or writers, since a decided writer implies them. */
    final SortedSet<Transaction> implied = new TreeSet<>();

    /** Transactions that became implied lately. */
    final SortedSet<Transaction> impliedLately = new TreeSet<>();

    /** The dependencies of the writers that are decided. */
    final SortedMap<Transaction, Dependencies> decided = new TreeMap<>();

    boolean isIdle() {
      return readers.isEmpty() && writers.isEmpty() && forgotten.isEmpty() && implied.isEmpty();
    }

    boolean implies(Transaction transaction) {
      return decided.values().stream().anyMatch(each -> each.contains(transaction));
    }

    /** Returns whether the transaction is implied from the first. */
    boolean add(Transaction transaction, Set<Transaction> to) {
      boolean is = implies(transaction);
      (is ? implied : to).add(transaction);
      return is;
    }

    /**
     * Notes that a writer is decided: it implies the transactions before it, unless it is implied
     * itself.
     *
     * @return the transactions that are implied from now on
     */
    List<Transaction> decide(Transaction writer, Dependencies before) {
      List<Transaction> all = new ArrayList<>();
      if (!writers.contains(writer)) {
        return all;
      }
      if (implies(writer)) {
        imply(writer);
        all.add(writer);
        return all;
      }
      for (Transaction each : before.transactions()) {
        if (!each.equals(writer) && (writers.contains(each) || readers.contains(each))) {
          imply(each);
          all.add(each);
        }
      }
      decided.put(writer, before);
      return all;
    }

    private void imply(Transaction transaction) {
      writers.remove(transaction);
      readers.remove(transaction);
      decided.remove(transaction);
      implied.add(transaction);
    }

    void forget(Transaction transaction) {
      readers.remove(transaction);
      writers.remove(transaction);
      decided.remove(transaction);
      implied.remove(transaction);
      impliedLately.remove(transaction);
      forgotten.add(transaction);
    }
  }

  private record Implied(Transaction transaction, ActorId item) {}

  /** A transaction that was forgotten, with its items only, since its actions may be long. */
  private record Forgotten(
      Transaction transaction, SortedSet<ActorId> reads, SortedSet<ActorId> writes) {}

  private final int mostForgotten;
  private final Map<ActorId, Item> items = new HashMap<>();

  /** The sync points, as readers of all items. */
  private final Item everything = new Item();

  /** The transactions that are not forgotten. */
  private int open;

  private final Queue<Implied> implied = new ArrayDeque<>();
  private final Queue<Forgotten> forgotten = new ArrayDeque<>();

  Conflicts(int mostForgotten) {
    this.mostForgotten = mostForgotten;
  }

  /**
   * Returns the transactions that have a conflict with {@code piece}, except for those that others
   * among them imply.
   */
  Dependencies with(Piece piece) {
    List<Transaction> all = new ArrayList<>();
    for (ActorId read : piece.reads()) {
      Item item = items.get(read);
      if (item != null) {
        all.addAll(item.writers);
      }
    }
    if (piece.readsEverything()) {
      items.values().forEach(each -> all.addAll(each.writers));
    }
    if (!piece.writes().isEmpty()) {
      all.addAll(everything.readers);
    }
    for (ActorId written : piece.writes()) {
      Item item = items.get(written);
      if (item != null) {
        all.addAll(item.readers);
        all.addAll(item.writers);
      }
    }
    return Dependencies.of(all);
  }

  /**
   * Returns the transactions that have a conflict with {@code piece}, and were implied by others
   * lately.
   */
  Dependencies implied(Piece piece) {
    List<Transaction> all = new ArrayList<>();
    for (ActorId each : piece.reads()) {
      addImplied(items.get(each), all);
    }
    for (ActorId each : piece.writes()) {
      addImplied(items.get(each), all);
    }
    if (piece.readsEverything()) {
      items.values().forEach(each -> all.addAll(each.implied));
    }
    return Dependencies.of(all);
  }

  private static void addImplied(@Nullable Item item, List<Transaction> to) {
    if (item != null) {
      to.addAll(item.impliedLately);
    }
  }

  /** Returns the transactions at the items of {@code piece} that were forgotten lately. */
  Dependencies forgotten(Piece piece) {
    List<Transaction> all = new ArrayList<>();
    for (ActorId each : piece.reads()) {
      addForgotten(items.get(each), all);
    }
    for (ActorId each : piece.writes()) {
      addForgotten(items.get(each), all);
    }
    if (!piece.writes().isEmpty()) {
      all.addAll(everything.forgotten);
    }
    return Dependencies.of(all);
  }

  private static void addForgotten(@Nullable Item item, List<Transaction> to) {
    if (item != null) {
      to.addAll(item.forgotten);
    }
  }

  void add(Transaction transaction, Piece piece) {
    open++;
    piece.reads().forEach(each -> add(transaction, each, item(each).readers));
    piece.writes().forEach(each -> add(transaction, each, item(each).writers));
  }

  private void add(Transaction transaction, ActorId name, Set<Transaction> to) {
    if (item(name).add(transaction, to)) {
      implied(transaction, name);
    }
  }

  /** A transaction that was added is decided, and not abandoned. */
  void decided(Transaction transaction, Piece piece, Dependencies before) {
    for (ActorId each : piece.writes()) {
      for (Transaction its : item(each).decide(transaction, before)) {
        implied(its, each);
      }
    }
  }

  private void implied(Transaction transaction, ActorId name) {
    item(name).impliedLately.add(transaction);
    implied.add(new Implied(transaction, name));
    int most = lately();
    while (implied.size() > most) {
      Implied oldest = implied.remove();
      Item item = items.get(oldest.item());
      if (item != null) {
        item.impliedLately.remove(oldest.transaction());
      }
    }
  }

  /**
   * Returns how many implied or forgotten transactions count as recent. The replicas learn of an
   * end shortly after one another, in a fraction of the time that a transaction is under way: after
   * that none of them names it.
   */
  private int lately() {
    return Math.min(mostForgotten, Math.max(LEAST_LATELY, open / UNDER_WAY));
  }

  private Item item(ActorId name) {
    return name.equals(Piece.EVERYTHING)
        ? everything
        : items.computeIfAbsent(name, _ -> new Item());
  }

  /**
   * Removes a transaction that was added, and remembers it for a while among the forgotten ones.
   */
  void forget(Transaction transaction, Piece piece) {
    open--;
    piece.reads().forEach(each -> item(each).forget(transaction));
    piece.writes().forEach(each -> item(each).forget(transaction));
    forgotten.add(new Forgotten(transaction, piece.reads(), piece.writes()));
    int most = lately();
    while (forgotten.size() > most) {
      Forgotten oldest = forgotten.remove();
      oldest.reads().forEach(each -> release(each, oldest.transaction()));
      oldest.writes().forEach(each -> release(each, oldest.transaction()));
    }
  }

  private void release(ActorId name, Transaction transaction) {
    Item item = item(name);
    item.forgotten.remove(transaction);
    if (item.isIdle()) {
      items.remove(name);
    }
  }
}
