package tutti.protocol.integrated.tapir;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tutti.model.ActorId;
import tutti.model.Decoder;
import tutti.protocol.integrated.LogPosition;
import tutti.protocol.integrated.tapir.Entry.Outcome;
import tutti.protocol.integrated.tapir.Entry.Stage;

/**
 * The durable state of a replica: the record (in IR's sense) and the versions, made of the
 * replica's {@link Record}s in the order of the host's log. A running replica changes its durable
 * state only by log records, so a replica that restarts from the durable records has exactly the
 * state of that moment. Confined to one thread.
 */
public final class DurableState {
  private final int self;

  /** Whether older versions than the newest are kept, above the floor. */
  private final boolean older;

  private long disk;

  /** True if the replica remembers all that it has ever answered on this disk or an earlier one. */
  private boolean member;

  /** The newest disk of each host that has acted in a view. */
  private final SortedMap<Integer, Long> joined = new TreeMap<>();

  private long view;
  private boolean closed = true;
  private Timestamp floor = Timestamp.NONE;
  private final NavigableMap<Timestamp, Entry> record = new TreeMap<>();

  /** The outcomes of settled transactions that left the record, above {@link #floor}. */
  private final NavigableMap<Timestamp, Outcome> ended = new TreeMap<>();

  /** The record with which the view began, without settled transactions. */
  private List<Entry> begun = List.of();

  /** The bytes of the record's accesses, about. */
  private long bytes;

  /** The place in the configuration log's log that the newest image reaches. */
  private LogPosition place = LogPosition.START;

  private final Store store = Store.empty();
  private final Prepared prepared = new Prepared();
  private final Decided decided = new Decided();

  /** Makes a blank durable state of the replica on the host {@code self}. */
  public DurableState(int self) {
    this(self, true);
  }

  /**
   * Makes a blank durable state of the replica on the host {@code self}.
   *
   * @param older whether older versions than the newest are kept, which only validation by
   *     timestamps alone reads
   */
  public DurableState(int self, boolean older) {
    this.self = self;
    this.older = older;
  }

  /**
   * Reads the next record and adds it.
   *
   * @throws tutti.model.MalformedData if the bytes are no record
   */
  public void add(Decoder in) {
    add(Record.decode(in));
  }

  /** Adds the next record. */
  public void add(Record fact) {
    switch (fact) {
      case Record.Disk(long name) -> disk = name;
      case Record.Closed _ -> closed = true;
      case Record.Opened(ViewCommand.Open open) -> open(open);
      case Record.EntryLogged(Entry entry) -> note(entry);
      case Record.Imaged(Image image) -> restore(image);
      case Record.Item item -> store.add(item, versionFloor());
      case Record.Removed(ActorId name, Timestamp to) -> store.letGo(name, to);
      case Record.Complete() -> store.imageEnds();
    }
  }

  private void note(Entry entry) {
    Entry before = record.put(entry.id(), entry);
    bytes += entry.part().bytes() - (before == null ? 0 : before.part().bytes());
    prepared.remove(entry.id());
    if (entry.holds()) {
      prepared.add(entry.id(), entry.part());
    }
    if (entry.isExecuted() && (before == null || !before.isExecuted())) {
      execute(entry);
    }
    decide(entry);
  }

  private void decide(Entry entry) {
    if (entry.outcome() == Outcome.COMMITTED && !entry.isExecuted()) {
      decided.add(entry.id(), entry.part());
    } else if (entry.outcome() == Outcome.COMMITTED) {
      decided.remove(entry.id(), entry.part());
    }
  }

  private void execute(Entry entry) {
    if (entry.outcome() == Outcome.COMMITTED) {
      store.execute(entry.id(), entry.part(), versionFloor());
    }
  }

  /**
   * Begins a view (the paper's IR-SYNC and TAPIR-SYNC). A transaction that was executed when the
   * view before began is not executed again: in a state that is made of an image, versions of an
   * item from before its removal would come back.
   */
  private void open(ViewCommand.Open open) {
    view = open.view();
    closed = false;
    joined.putAll(open.joined());
    // A disk that comes back when another has joined in its place lacks what was said on that.
    member = disk != 0 && Objects.equals(joined.get(self), disk);
    NavigableMap<Timestamp, Entry> before = new TreeMap<>(record);
    Set<Timestamp> executed =
        begun.stream().filter(Entry::isExecuted).map(Entry::id).collect(Collectors.toSet());
    record.clear();
    prepared.clear();
    decided.clear();
    List<Entry> unsettled = new ArrayList<>();
    for (Entry entry : open.record()) {
      Entry own = before.get(entry.id());
      if (entry.stage() != Stage.SETTLED) {
        unsettled.add(entry);
        record.put(entry.id(), promising(entry, own));
      } else {
        ended.put(entry.id(), entry.outcome());
      }
      if (entry.isExecuted() && !executed.contains(entry.id())) {
        execute(entry);
      } else if (entry.holds()) {
        prepared.add(entry.id(), entry.part());
      }
    }
    floor = open.floor();
    ended.headMap(floor, true).clear();
    store.letGoOfBlank(floor);
    begun = List.copyOf(unsettled);
    count();
  }

  /** Returns the entry of a view that begins, with the promise that this replica has given. */
  private static Entry promising(Entry entry, @Nullable Entry own) {
    return own != null && entry.promised().isBelow(own.promised())
        ? entry.promising(own.promised())
        : entry;
  }

  private void count() {
    bytes = record.values().stream().mapToLong(entry -> entry.part().bytes()).sum();
  }

  // --- images ---

  /**
   * Returns the durable state as it is now, without the versions.
   *
   * @param reached the position of the configuration log up to which the state contains commands
   */
  public Image image(LogPosition reached) {
    return new Image(
        reached,
        new Image.Own(disk, member),
        new Image.View(view, closed),
        joined,
        floor,
        ended,
        begun,
        record());
  }

  /** Returns a durable state that equals this one, and shares no change with it. */
  public DurableState copy() {
    DurableState copy = new DurableState(self, older);
    copy.add(new Record.Imaged(image(place)));
    items(null, Integer.MAX_VALUE).forEach(copy::add);
    copy.add(new Record.Complete());
    return copy;
  }

  /**
   * Returns the versions of the items after {@code after}, in their order, until they have {@code
   * mostBytes} bytes; at least one item, if there is any.
   */
  public List<Record.Item> items(@Nullable ActorId after, int mostBytes) {
    return store.items(after, mostBytes);
  }

  /**
   * Returns the items between two names that another replica has removed.
   *
   * @param its that replica's floor when it had these items
   * @param after the last item of the piece before this one; null if this is the first piece
   * @param there the items of this piece; empty if no items are left
   */
  public List<Record.Removed> missing(
      Timestamp its, @Nullable ActorId after, List<Record.Item> there) {
    ActorId last = there.isEmpty() ? null : there.getLast().name();
    return store.missing(after, last, there, its).stream()
        .map(name -> new Record.Removed(name, its))
        .toList();
  }

  /** The place in the configuration log's log that the newest image reaches. */
  public LogPosition place() {
    return place;
  }

  /**
   * Returns the image of this replica if it continues from another replica's image of a later view:
   * the record is the one with which the view began. What this replica has answered before ended
   * with its own view.
   */
  Image goingOnFrom(Image other) {
    boolean joins = disk != 0 && Objects.equals(other.joined().get(self), disk);
    return new Image(
        other.place(),
        new Image.Own(disk, joins),
        other.view(),
        other.joined(),
        other.floor(),
        other.ended(),
        other.begun(),
        other.begun().stream().map(entry -> promising(entry, record.get(entry.id()))).toList());
  }

  private void restore(Image image) {
    store.imageBegins();
    place = image.place();
    disk = image.own().disk();
    member = image.own().member();
    view = image.view().number();
    closed = image.view().closed();
    floor = image.floor();
    begun = image.begun();
    joined.clear();
    joined.putAll(image.joined());
    ended.clear();
    ended.putAll(image.ended());
    record.clear();
    prepared.clear();
    decided.clear();
    for (Entry entry : image.record()) {
      record.put(entry.id(), entry);
      decide(entry);
      if (entry.holds()) {
        prepared.add(entry.id(), entry.part());
      }
    }
    count();
    store.letGoOfBlank(floor);
  }

  /** The bytes of the record's accesses, about. */
  long bytes() {
    return bytes;
  }

  /** The name of the disk; 0 if it is blank. */
  long disk() {
    return disk;
  }

  /**
   * Returns whether the replica remembers all that it has ever answered on this disk or an earlier
   * one.
   */
  public boolean isMember() {
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

  /** Returns whether a host acts with the disk {@code itsDisk}. */
  boolean hasJoined(int host, long itsDisk) {
    return Objects.equals(joined.get(host), itsDisk);
  }

  boolean isClosed() {
    return closed;
  }

  /** The timestamp up to which no transaction is remembered, unless it is in the record. */
  public Timestamp floor() {
    return floor;
  }

  /** Returns the timestamp up to which only the newest of an item's versions is kept. */
  Timestamp versionFloor() {
    return older ? floor : Timestamp.HIGHEST;
  }

  /**
   * Returns the entry of a transaction, even of one that left the record; null if there is none.
   */
  @Nullable Entry entry(Transaction transaction) {
    Entry known = record.get(transaction.id());
    Outcome end = known == null ? ended.get(transaction.id()) : null;
    return end == null ? known : Entry.ended(transaction, end);
  }

  /** Returns whether the replica has answered more about a transaction than promises. */
  public boolean hasAnswered(Transaction transaction) {
    Entry known = entry(transaction);
    return known != null && known.isKnown();
  }

  /** Whether the transaction is in the record no more. */
  boolean hasEnded(Timestamp id) {
    return ended.containsKey(id);
  }

  /** The record, in the order of timestamps. */
  public List<Entry> record() {
    return new ArrayList<>(record.values());
  }

  /** Whether a transaction leaves the record when the view ends. */
  boolean hasSettled() {
    return record.values().stream().anyMatch(entry -> entry.stage() == Entry.Stage.SETTLED);
  }

  /** The number of transactions in the record. */
  public int size() {
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

  /** Returns the number of items that have versions, or were read. */
  public int items() {
    return store.size();
  }

  /** Returns the newest executed version of an item; {@link Timestamp#NONE} if there is none. */
  public Timestamp version(ActorId item) {
    return store.newest(item);
  }

  /**
   * Returns the keys of a type's items that were written by a transaction whose outcome a client
   * may know: a transaction that is executed, or is in the record.
   *
   * @param after the key after which the result begins; the empty key is before all
   * @param most the most keys to return, the first ones in their order
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

  /** Returns the newest executed version of each item that has one, in their order. */
  public List<Map.Entry<ActorId, byte[]>> values() {
    return store.values();
  }

  /**
   * Returns whether a transaction that is known here, and is not executed, may still write items.
   */
  public boolean isChanging() {
    return record.values().stream().anyMatch(Entry::mayWrite);
  }

  /**
   * Returns whether a transaction holds an item to write it, and is not known to have committed.
   */
  boolean isAwaited(ActorId item) {
    return prepared.writers(item).stream()
        .map(record::get)
        .anyMatch(entry -> entry != null && entry.outcome() != Outcome.COMMITTED);
  }

  /**
   * Returns the newest version of an item that is known to be committed, whether or not it is
   * executed.
   */
  public Message.Version committed(ActorId item) {
    Timestamp version = store.newest(item);
    Part.@Nullable Value value = store.value(item);
    Map.Entry<Timestamp, Part.Value> later = decided.newest(item);
    if (later != null && version.isBelow(later.getKey())) {
      return new Message.Version(item, later.getKey(), later.getValue());
    }
    return new Message.Version(item, version, value == null ? new Part.Value(new byte[0]) : value);
  }

  /** Returns the value of the item's newest executed version; null if there is none. */
  public Part.@Nullable Value value(ActorId item) {
    return store.value(item);
  }
}
