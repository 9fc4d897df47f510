package tutti.protocol.integrated.tapir;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tutti.model.ActorId;
import tutti.model.Decoder;
import tutti.protocol.integrated.tapir.Entry.Outcome;
import tutti.protocol.integrated.tapir.Entry.Stage;

/**
 * The memory of a replica: the record and the versions, made of its {@link Fact}s in the order of
 * the host's log. A running replica changes its memory by facts alone, so a replica that starts
 * again on the facts that were durable has the memory of that moment. Confined to one thread.
 */
public final class Kept {
  private final int self;
  private long disk;

  /** Whether all is here that was ever said on this disk or an earlier one. */
  private boolean member;

  /** The newest disk of each host that has acted in a view. */
  private final SortedMap<Integer, Long> joined = new TreeMap<>();

  private long view;
  private boolean closed = true;
  private Timestamp floor = Timestamp.NONE;
  private final NavigableMap<Timestamp, Entry> record = new TreeMap<>();

  /** The outcomes of settled transactions that left the record, above {@link #floor}. */
  private final NavigableMap<Timestamp, Outcome> ended = new TreeMap<>();

  private final Store store = Store.empty();
  private final Prepared prepared = new Prepared();

  /** A blank memory of the replica on that host. */
  public Kept(int self) {
    this.self = self;
  }

  /**
   * Reads the next record and adds it.
   *
   * @throws tutti.model.MalformedData if the bytes are no record
   */
  public void add(Decoder in) {
    add(Fact.decode(in));
  }

  /** Adds the next record. */
  public void add(Fact fact) {
    switch (fact) {
      case Fact.Disk(long name) -> disk = name;
      case Fact.Closed _ -> closed = true;
      case Fact.Opened(ViewEntry.Open open) -> open(open);
      case Fact.Noted(Entry entry) -> note(entry);
    }
  }

  private void note(Entry entry) {
    Entry before = record.put(entry.id(), entry);
    prepared.remove(entry.id());
    if (entry.holds()) {
      prepared.add(entry.id(), entry.part());
    }
    if (entry.isExecuted() && (before == null || !before.isExecuted())) {
      execute(entry);
    }
  }

  private void execute(Entry entry) {
    if (entry.outcome() == Outcome.COMMITTED) {
      store.execute(entry.id(), entry.part(), floor);
    }
  }

  /** The begin of a view: the paper's IR-SYNC and TAPIR-SYNC. */
  private void open(ViewEntry.Open open) {
    view = open.view();
    closed = false;
    member |= disk != 0 && Objects.equals(open.joined().get(self), disk);
    joined.putAll(open.joined());
    NavigableMap<Timestamp, Entry> before = new TreeMap<>(record);
    record.clear();
    prepared.clear();
    for (Entry entry : open.record()) {
      Entry own = before.get(entry.id());
      if (entry.stage() != Stage.SETTLED) {
        boolean higher = own != null && entry.promised().isBelow(own.promised());
        record.put(entry.id(), higher && own != null ? entry.promising(own.promised()) : entry);
      } else {
        ended.put(entry.id(), entry.outcome());
      }
      if (entry.isExecuted()) {
        execute(entry);
      } else if (entry.holds()) {
        prepared.add(entry.id(), entry.part());
      }
    }
    floor = open.floor();
    ended.headMap(floor, true).clear();
  }

  /** The name of the disk; 0 if it is blank. */
  long disk() {
    return disk;
  }

  boolean isMember() {
    return member;
  }

  /** The newest view that was opened here; 0 before the first. */
  public long view() {
    return view;
  }

  /** Whether the replica may act in its view. */
  public boolean acts() {
    return member && !closed;
  }

  /** Whether a host that acts has that disk. */
  boolean hasJoined(int host, long itsDisk) {
    return Objects.equals(joined.get(host), itsDisk);
  }

  boolean isClosed() {
    return closed;
  }

  Timestamp floor() {
    return floor;
  }

  /** The entry of a transaction, also of one that left the record; null if there is none. */
  @Nullable Entry entry(Transaction transaction) {
    Entry known = record.get(transaction.id());
    Outcome end = known == null ? ended.get(transaction.id()) : null;
    return end == null ? known : Entry.ended(transaction, end);
  }

  /** Whether the transaction is in the record no more. */
  boolean hasEnded(Timestamp id) {
    return ended.containsKey(id);
  }

  /** The record, in the order of timestamps. */
  public List<Entry> record() {
    return new ArrayList<>(record.values());
  }

  int size() {
    return record.size();
  }

  /** The outcomes of transactions that left the record. */
  SortedMap<Timestamp, Outcome> ended() {
    return ended;
  }

  Store store() {
    return store;
  }

  Prepared prepared() {
    return prepared;
  }

  /** The newest executed version of an item; {@link Timestamp#NONE} if there is none. */
  public Timestamp version(ActorId item) {
    return store.newest(item);
  }

  /**
   * The keys of a type's items that were written by a transaction that may have been told: one that
   * is executed, or that is in the record.
   *
   * @param after only keys after this one; the empty key is before all
   * @param most so many of them, the first ones in their order
   */
  public List<String> keys(String type, String after, int most) {
    SortedSet<String> keys = new TreeSet<>(store.keys(type, after, most));
    for (Entry entry : record.values()) {
      for (ActorId item : entry.part().writes().keySet()) {
        if (item.type().equals(type) && item.key().compareTo(after) > 0) {
          keys.add(item.key());
        }
      }
    }
    return keys.stream().limit(most).toList();
  }

  /** The value of that version; null if there is none. */
  public Part.@Nullable Value value(ActorId item) {
    return store.value(item);
  }
}
