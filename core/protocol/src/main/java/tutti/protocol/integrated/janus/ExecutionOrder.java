package tutti.protocol.integrated.janus;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tutti.model.ActorId;
import tutti.protocol.integrated.janus.graph.Piece;
import tutti.protocol.integrated.janus.graph.TransactionId;

/**
 * The pieces that a replica executes, and the order of those that have a conflict. Pieces without a
 * conflict do not wait for each other: otherwise a piece that waits for inputs of other shards
 * could delay what those shards wait for. Confined to one thread.
 */
final class ExecutionOrder {

  /** The pieces that the next one at an item has to wait for. */
  private static final class Item {
    @Nullable TransactionId writer;

    /** The pieces that read what the writer leaves. */
    final List<TransactionId> readers = new ArrayList<>();
  }

  private static final class Entry {
    final Piece piece;

    /** The number of pieces that this one waits for, each counted for every item. */
    int before;

    final List<TransactionId> behind = new ArrayList<>();

    Entry(Piece piece) {
      this.piece = piece;
    }
  }

  private final Map<ActorId, Item> items = new HashMap<>();

  /** The sync points, which read all items. */
  private final List<TransactionId> syncPoints = new ArrayList<>();

  private final Map<TransactionId, Entry> entries = new HashMap<>();

  /**
   * Adds a piece behind all others.
   *
   * @return whether the piece's turn has come immediately
   */
  boolean add(TransactionId id, Piece piece) {
    Entry entry = new Entry(piece);
    entries.put(id, entry);
    if (piece.readsEverything()) {
      addSyncPoint(entry, id);
      return entry.before == 0;
    }
    for (ActorId name : piece.reads()) {
      Item item = items.computeIfAbsent(name, _ -> new Item());
      if (item.writer != null) {
        await(entry, id, item.writer);
      }
      item.readers.add(id);
    }
    for (ActorId name : piece.writes()) {
      Item item = items.computeIfAbsent(name, _ -> new Item());
      if (item.readers.isEmpty() && item.writer != null) {
        await(entry, id, item.writer);
      }
      item.readers.forEach(reader -> await(entry, id, reader));
      item.readers.clear();
      item.writer = id;
    }
    if (!piece.writes().isEmpty()) {
      syncPoints.forEach(each -> await(entry, id, each));
    }
    return entry.before == 0;
  }

  /** Adds a piece that reads all items: it waits for the last writer of each item. */
  private void addSyncPoint(Entry entry, TransactionId id) {
    for (Item item : items.values()) {
      if (item.writer != null) {
        await(entry, id, item.writer);
      }
    }
    syncPoints.add(id);
  }

  private void await(Entry entry, TransactionId id, TransactionId before) {
    entry.before++;
    entry(before).behind.add(id);
  }

  private Entry entry(TransactionId id) {
    Entry entry = entries.get(id);
    if (entry == null) {
      throw new IllegalStateException("transaction " + id + " is not to be executed");
    }
    return entry;
  }

  /**
   * Removes a piece that was executed, or will not be.
   *
   * @return the transactions whose turn it is now
   */
  List<TransactionId> done(TransactionId id) {
    Entry entry = entry(id);
    entries.remove(id);
    syncPoints.remove(id);
    entry.piece.reads().forEach(name -> leave(name, id));
    entry.piece.writes().forEach(name -> leave(name, id));
    List<TransactionId> free = new ArrayList<>();
    for (TransactionId next : entry.behind) {
      if (--entry(next).before == 0) {
        free.add(next);
      }
    }
    return free;
  }

  private void leave(ActorId name, TransactionId id) {
    Item item = items.get(name);
    if (item == null) {
      return;
    }
    item.readers.remove(id);
    if (id.equals(item.writer)) {
      item.writer = null;
    }
    if (item.writer == null && item.readers.isEmpty()) {
      items.remove(name);
    }
  }
}
