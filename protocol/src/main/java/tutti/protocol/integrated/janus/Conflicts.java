package tutti.protocol.integrated.janus;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
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
 * The transactions of a shard's replica by the items that they touch. Confined to one thread.
 *
 * <p>A transaction that writes an item, and is decided, stands for those before it there: what
 * comes behind it depends on these by its decision, which is known for good. So they are
 * <i>implied</i>, and no new transaction names them: of those that wait for each other at a popular
 * item it names the last one that is decided and what came since.
 *
 * <p>Transactions that were forgotten here may be known at other replicas still, which then witness
 * them before new ones. So the last that were forgotten are kept for a while: a coordinator leaves
 * them out when it compares the replicas' answers.
 */
final class Conflicts {

  /** The transactions that touch one item. */
  private static final class Item {
    final SortedSet<Transaction> readers = new TreeSet<>();
    final SortedSet<Transaction> writers = new TreeSet<>();
    final SortedSet<Transaction> forgotten = new TreeSet<>();

    /** Transactions that are no more readers or writers, since a decided writer implies them. */
    final SortedSet<Transaction> implied = new TreeSet<>();

    /** The dependencies of the writers that are decided. */
    final SortedMap<Transaction, SortedSet<Transaction>> decided = new TreeMap<>();

    boolean isIdle() {
      return readers.isEmpty() && writers.isEmpty() && forgotten.isEmpty() && implied.isEmpty();
    }

    boolean implies(Transaction transaction) {
      return decided.values().stream().anyMatch(each -> each.contains(transaction));
    }

    void add(Transaction transaction, SortedSet<Transaction> to) {
      (implies(transaction) ? implied : to).add(transaction);
    }

    /** A writer is decided: it implies those before it, unless it is implied itself. */
    void decide(Transaction writer, SortedSet<Transaction> before) {
      if (!writers.contains(writer)) {
        return;
      }
      if (implies(writer)) {
        imply(writer);
        return;
      }
      for (Transaction each : before) {
        if (!each.equals(writer) && (writers.contains(each) || readers.contains(each))) {
          imply(each);
        }
      }
      decided.put(writer, before);
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
      forgotten.add(transaction);
    }
  }

  private record Forgotten(Transaction transaction, Piece piece) {}

  private final int mostForgotten;
  private final Map<ActorId, Item> items = new HashMap<>();

  /** The sync points, as readers of all items. */
  private final Item everything = new Item();

  private final Queue<Forgotten> forgotten = new ArrayDeque<>();

  Conflicts(int mostForgotten) {
    this.mostForgotten = mostForgotten;
  }

  /** The transactions that have a conflict with a piece, but for those that these imply. */
  Dependencies with(Piece piece) {
    SortedSet<Transaction> all = new TreeSet<>();
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
    return new Dependencies(all);
  }

  /** Transactions that have a conflict with a piece, and are implied by others. */
  Dependencies implied(Piece piece) {
    SortedSet<Transaction> all = new TreeSet<>();
    for (ActorId each : piece.reads()) {
      addImplied(items.get(each), all);
    }
    for (ActorId each : piece.writes()) {
      addImplied(items.get(each), all);
    }
    if (piece.readsEverything()) {
      items.values().forEach(each -> all.addAll(each.implied));
    }
    return new Dependencies(all);
  }

  private static void addImplied(@Nullable Item item, SortedSet<Transaction> to) {
    if (item != null) {
      to.addAll(item.implied);
    }
  }

  /** The transactions at the items of a piece that were forgotten lately. */
  Dependencies forgotten(Piece piece) {
    SortedSet<Transaction> all = new TreeSet<>();
    for (ActorId each : piece.reads()) {
      addForgotten(items.get(each), all);
    }
    for (ActorId each : piece.writes()) {
      addForgotten(items.get(each), all);
    }
    if (!piece.writes().isEmpty()) {
      all.addAll(everything.forgotten);
    }
    return new Dependencies(all);
  }

  private static void addForgotten(@Nullable Item item, SortedSet<Transaction> to) {
    if (item != null) {
      to.addAll(item.forgotten);
    }
  }

  void add(Transaction transaction, Piece piece) {
    piece.reads().forEach(each -> item(each).add(transaction, item(each).readers));
    piece.writes().forEach(each -> item(each).add(transaction, item(each).writers));
  }

  /** A transaction that was added is decided, and not abandoned. */
  void decided(Transaction transaction, Piece piece, Dependencies before) {
    for (ActorId each : piece.writes()) {
      item(each).decide(transaction, before.transactions());
    }
  }

  private Item item(ActorId name) {
    return name.equals(Piece.EVERYTHING)
        ? everything
        : items.computeIfAbsent(name, _ -> new Item());
  }

  /** Lets a transaction go that was added. */
  void forget(Transaction transaction, Piece piece) {
    piece.reads().forEach(each -> item(each).forget(transaction));
    piece.writes().forEach(each -> item(each).forget(transaction));
    forgotten.add(new Forgotten(transaction, piece));
    while (forgotten.size() > mostForgotten) {
      Forgotten oldest = forgotten.remove();
      oldest.piece().reads().forEach(each -> release(each, oldest.transaction()));
      oldest.piece().writes().forEach(each -> release(each, oldest.transaction()));
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
