package tutti.protocol.integrated.janus;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tutti.model.ActorId;
import tutti.protocol.integrated.janus.graph.Dependencies;
import tutti.protocol.integrated.janus.graph.Piece;
import tutti.protocol.integrated.janus.graph.Transaction;

/**
 * The transactions of a shard's replica by the items that they touch. Confined to one thread.
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

    boolean isIdle() {
      return readers.isEmpty() && writers.isEmpty() && forgotten.isEmpty();
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

  /** The transactions that have a conflict with a piece. */
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
    piece.reads().forEach(each -> item(each).readers.add(transaction));
    piece.writes().forEach(each -> item(each).writers.add(transaction));
  }

  private Item item(ActorId name) {
    return name.equals(Piece.EVERYTHING)
        ? everything
        : items.computeIfAbsent(name, _ -> new Item());
  }

  /** Lets a transaction go that was added. */
  void forget(Transaction transaction, Piece piece) {
    for (ActorId each : piece.reads()) {
      item(each).readers.remove(transaction);
      item(each).forgotten.add(transaction);
    }
    for (ActorId each : piece.writes()) {
      item(each).writers.remove(transaction);
      item(each).forgotten.add(transaction);
    }
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
