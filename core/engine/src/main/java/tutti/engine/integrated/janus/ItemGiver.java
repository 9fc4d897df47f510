package tutti.engine.integrated.janus;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tutti.engine.integrated.ReplicaImages;
import tutti.model.ActorId;
import tutti.model.Encoder;
import tutti.protocol.integrated.janus.DurableState;
import tutti.protocol.integrated.janus.Record;

/**
 * The transfers of a replica's memory to other replicas of its shard. A piece is the items behind a
 * name, as they are when it is asked for; so those that are written later are told again at the
 * end, with all facts of that moment. The end is told only while the other replica is waited for:
 * nothing is forgotten without it from then on. Confined to the host's queue of machines.
 */
final class ItemGiver {
  /** A transfer of which nothing is heard for so many looks is given up. */
  private static final int MOST_IDLE = 1_000;

  private final ReplicaDriver driver;
  private final Map<Integer, Giving> givings = new TreeMap<>();

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

    Encoder part(int kind) {
      return ItemTransfer.part(kind, number).putLong(beginning);
    }
  }

  ItemGiver(ReplicaDriver driver) {
    this.driver = driver;
  }

  /** Items were written. */
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

  private @Nullable Giving giving(int to, long number) {
    Giving giving = givings.get(to);
    if (giving == null || giving.number != number || !driver.kept().isVoter()) {
      driver
          .host()
          .mail()
          .transfer(driver.shard(), to, ItemTransfer.part(ItemTransfer.GONE, number));
      return null;
    }
    giving.idle = 0;
    return giving;
  }

  /** Sends the items behind a name; all transfers begin with the first ones. */
  void fetched(int to, long number, @Nullable ActorId after) {
    Giving before = givings.get(to);
    // A question that comes twice begins nothing: what was written since would not be told.
    if (after == null && (before == null || before.number != number)) {
      givings.put(to, new Giving(number, driver.host().nonce()));
    }
    Giving giving = giving(to, number);
    if (giving != null) {
      Values.Piece piece = Values.piece(driver.behind(after));
      Encoder out = giving.part(ItemTransfer.PIECE);
      ItemTransfer.put(after, out);
      ItemTransfer.put(piece.last(), out);
      Values.encode(piece.values(), out);
      driver.host().mail().transfer(driver.shard(), to, out);
    }
  }

  /**
   * Sends a part of the end: of the moment at which its first part was asked for in this attempt.
   *
   * @param disk the name of the other replica's disk
   */
  void asked(int to, long number, long disk, int attempt, int index) {
    Giving giving = giving(to, number);
    if (giving == null || attempt < giving.attempt) {
      return;
    }
    if (attempt > giving.attempt) {
      giving.attempt = attempt;
      giving.end = List.of();
    }
    if (giving.end.isEmpty() && driver.kept().waitsFor(to, disk)) {
      giving.end = end(giving);
    }
    Encoder out;
    if (index < giving.end.size()) {
      Encoder part = giving.end.get(index);
      out = giving.part(ItemTransfer.END);
      out.putVarLong(attempt).putVarLong(index).putBoolean(index + 1 == giving.end.size());
      out.putRaw(part.array(), 0, part.size());
    } else {
      out = ItemTransfer.part(ItemTransfer.WAIT, number);
    }
    driver.host().mail().transfer(driver.shard(), to, out);
  }

  private List<Encoder> end(Giving giving) {
    Parts parts = new Parts();
    DurableState kept = driver.kept();
    for (Record fact : kept.image()) {
      fact.encode(parts.next().putByte(ItemTransfer.FACT));
    }
    SortedMap<ActorId, byte[]> values = new TreeMap<>();
    int bytes = 0;
    for (ActorId item : giving.written) {
      byte[] value = driver.value(item);
      values.put(item, value);
      bytes += value.length;
      if (bytes >= ReplicaImages.PIECE_BYTES) {
        Values.encode(values, parts.next().putByte(ItemTransfer.ITEMS));
        values.clear();
        bytes = 0;
      }
    }
    Values.encode(values, parts.next().putByte(ItemTransfer.ITEMS));
    driver.ends().each(end -> end.encode(parts.next().putByte(ItemTransfer.OUTCOME)));
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
