package tutti.engine.integrated.janus;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import tutti.engine.integrated.ItemCursor;
import tutti.engine.integrated.ReplicaImages;
import tutti.engine.integrated.janus.BegunConfigurations.Begun;
import tutti.engine.transfer.StateSource;
import tutti.model.ActorId;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.protocol.integrated.LogPosition;
import tutti.protocol.integrated.janus.DurableState;
import tutti.protocol.integrated.janus.Record;

/**
 * The source of a replica's durable state for other replicas of its shard. A piece is the items
 * after a given name, as they are when the piece is asked for. Items that are written later are
 * sent again in the last piece, with all facts of that moment. The last piece is sent only while
 * the shard waits for the other replica: from then on nothing is forgotten without it. Confined to
 * the host's queue of machines.
 */
final class ItemSource implements StateSource {
  /** The cursor's kind of the items behind a name. */
  private static final int ITEMS = 0;

  /** The cursor's kind of a part of the end. */
  private static final int END = 1;

  /** The parts of the end are made of these. */
  static final int FACT = 0;

  static final int VALUES = 1;
  static final int OUTCOME = 2;

  /** The number of checks without a message after which a transfer is given up. */
  private static final int MOST_IDLE = 1_000;

  private final Replica replica;
  private final LongSupplier names;
  private final Map<Integer, Giving> givings = new TreeMap<>();

  /** The replica that gives its memory. */
  interface Replica {
    DurableState kept();

    /** Returns the place of the configuration log that the memory reaches. */
    LogPosition place();

    /**
     * Returns the configuration from which a host continues that lacks truncated commands; empty if
     * it is unknown.
     */
    Optional<Begun> oldest();

    /** Returns the outcomes of transactions that the replica remembers. */
    RecentOutcomes ends();

    /** Returns the items behind {@code item}; all items if it is null. */
    SortedMap<ActorId, byte[]> behind(@Nullable ActorId item);

    /** Returns the value of an item; an empty array if the item does not exist. */
    byte[] value(ActorId item);
  }

  /** A memory that is on its way to a host. */
  private static final class Giving {
    final long number;

    /**
     * The name of this beginning, which comes with each part: a question that comes late may begin
     * the same transfer once more, and what was written before that is not known then.
     */
    final long beginning;

    /** The items that were written since it began. */
    final Set<ActorId> written = new TreeSet<>();

    /**
     * The end, in parts, as it was at one moment; and how often the other has begun to ask for it.
     */
    List<Encoder> end = List.of();

    int attempt;

    int idle;

    Giving(long number, long beginning) {
      this.number = number;
      this.beginning = beginning;
    }
  }

  /**
   * @param names gives numbers that no other start of anything has
   */
  ItemSource(Replica replica, LongSupplier names) {
    this.replica = replica;
    this.names = names;
  }

  /**
   * Returns the cursor of the items behind {@code after}; that of the first items if it is null.
   */
  static byte[] cursor(@Nullable ActorId after) {
    return ItemCursor.encode(after, new Encoder().putByte(ITEMS)).toByteArray();
  }

  /**
   * Returns the cursor of a part of the end.
   *
   * @param disk the name of the disk that asks
   * @param attempt how often it has begun to ask for the end
   */
  static byte[] cursorOfEnd(long disk, int attempt, int index) {
    Encoder out = new Encoder().putByte(END).putLong(disk);
    return out.putVarLong(attempt).putVarLong(index).toByteArray();
  }

  /** Notes that items were written. */
  void wrote(Set<ActorId> items) {
    givings.values().forEach(each -> each.written.addAll(items));
  }

  /** Looks for transfers that have come to nothing. */
  void look() {
    givings.values().removeIf(each -> each.idle++ > MOST_IDLE);
  }

  /** Gives all transfers up: the memory is another one. */
  void clear() {
    givings.clear();
  }

  /**
   * Returns false: this replica offers no state, since the other replica asks for it. The
   * configuration log's replica on that host lacks truncated commands: it gets the end of them, or
   * a later place if the end is not known.
   */
  @Override
  public boolean offer(Encoder out) {
    DurableState kept = replica.kept();
    Optional<Begun> oldest = replica.oldest();
    oldest.map(Begun::behind).orElse(replica.place()).encode(out);
    out.putBoolean(oldest.isEmpty() && kept.isClosed());
    oldest.map(Begun::open).orElse(kept.opened()).encode(out);
    return true;
  }

  @Override
  public Answer piece(int to, long transfer, Decoder cursor, Encoder out) {
    if (cursor.getByte() == ITEMS) {
      return items(to, transfer, ItemCursor.decode(cursor), out);
    }
    long disk = cursor.getLong();
    int attempt = cursor.getCount(Integer.MAX_VALUE);
    return end(to, transfer, disk, attempt, cursor.getCount(Integer.MAX_VALUE), out);
  }

  private @Nullable Giving giving(int to, long number) {
    Giving giving = givings.get(to);
    if (giving == null || giving.number != number || !replica.kept().isVoter()) {
      return null;
    }
    giving.idle = 0;
    return giving;
  }

  /** Appends the items behind a name; all transfers begin with the first ones. */
  private Answer items(int to, long number, @Nullable ActorId after, Encoder out) {
    Giving before = givings.get(to);
    // A question that comes twice begins nothing: what was written since would not be told.
    if (after == null && (before == null || before.number != number)) {
      givings.put(to, new Giving(number, names.getAsLong()));
    }
    Giving giving = giving(to, number);
    if (giving == null) {
      return Answer.GONE;
    }
    Values.Piece piece = Values.piece(replica.behind(after));
    ItemCursor.encode(piece.last(), out.putLong(giving.beginning));
    Values.encode(piece.values(), out);
    return Answer.PIECE;
  }

  /** Appends a part of the end: of the moment at which this attempt has begun to ask for it. */
  private Answer end(int to, long number, long disk, int attempt, int index, Encoder out) {
    Giving giving = giving(to, number);
    if (giving == null) {
      return Answer.GONE;
    }
    if (attempt < giving.attempt) {
      return Answer.LATER;
    }
    if (attempt > giving.attempt) {
      giving.attempt = attempt;
      giving.end = List.of();
    }
    if (giving.end.isEmpty() && replica.kept().waitsFor(to, disk)) {
      giving.end = end(giving);
    }
    if (index >= giving.end.size()) {
      return Answer.LATER;
    }
    Encoder part = giving.end.get(index);
    out.putLong(giving.beginning).putBoolean(index + 1 == giving.end.size());
    out.putRaw(part.array(), 0, part.size());
    return Answer.PIECE;
  }

  private List<Encoder> end(Giving giving) {
    Parts parts = new Parts();
    for (Record fact : replica.kept().image()) {
      fact.encode(parts.next().putByte(FACT));
    }
    SortedMap<ActorId, byte[]> values = new TreeMap<>();
    int bytes = 0;
    for (ActorId item : giving.written) {
      byte[] value = replica.value(item);
      values.put(item, value);
      bytes += value.length;
      if (bytes >= ReplicaImages.PIECE_BYTES) {
        Values.encode(values, parts.next().putByte(VALUES));
        values.clear();
        bytes = 0;
      }
    }
    Values.encode(values, parts.next().putByte(VALUES));
    replica.ends().each(end -> end.encode(parts.next().putByte(OUTCOME)));
    return parts.all;
  }

  /** Bytes in parts of about the length of a piece. */
  private static final class Parts {
    final List<Encoder> all = new ArrayList<>(List.of(new Encoder()));

    Encoder next() {
      if (all.getLast().size() >= ReplicaImages.PIECE_BYTES) {
        all.add(new Encoder());
      }
      return all.getLast();
    }
  }
}
