package tutti.engine.integrated.janus;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tutti.engine.integrated.FoundItems;
import tutti.engine.integrated.ItemSizes;
import tutti.engine.integrated.ReplicaImages;
import tutti.engine.replication.Fragments;
import tutti.engine.replication.HostLog;
import tutti.model.ActorId;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.model.MalformedData;
import tutti.protocol.integrated.LogPosition;
import tutti.protocol.integrated.janus.DurableState;
import tutti.protocol.integrated.janus.Record;
import tutti.protocol.integrated.janus.Settings;
import tutti.protocol.integrated.janus.graph.TransactionId;

/**
 * The durable states of a host's replicas and their items, as its log has them. {@link
 * HostLog#open} fills it, and {@link JanusHost} starts from it. Used by one thread.
 *
 * <p>A replica's records begin with an image; records before the first image were to be truncated.
 * A record contains the results of some steps of a replica: its facts, and before the fact of an
 * execution the values that the execution has written. An image may be cut off at any record: its
 * facts count once all of them are there, and its items once it is complete.
 *
 * <p>The durable state of another replica comes piece by piece between other records, and counts
 * once all of it is there. Then its facts follow, as those of an image do, and the whole is like a
 * complete image.
 */
public final class HostMemory implements FoundItems {
  static final int FACT = 0;
  static final int WRITES = 1;
  static final int IMAGE = 2;
  static final int IMAGED_FACT = 3;
  static final int IMAGED_FACTS = 4;
  static final int IMAGED_ITEMS = 5;
  static final int COMPLETE = 6;
  static final int COMING = 7;
  static final int COME = 8;
  static final int TAKEN = 9;

  /** A part of a record that was too long, of earlier versions: now the log cuts such records. */
  static final int FRAGMENT = 10;

  static final int IMAGED_ENDS = 11;

  /** A fact that only replicas with a past have, of a front that is none. */
  private static final Record RESTORED = new Record.CollectedUpTo(0, 1);

  private final int self;
  private final Settings settings;
  private final Map<Integer, Found> replicas = new TreeMap<>();

  /** A replica: what its machine remembers, and the values of its items. */
  static final class Found {
    DurableState memory;
    SortedMap<ActorId, byte[]> items = new TreeMap<>();
    final RecentOutcomes ends;

    /** The place of the configuration log that the newest image reaches whose facts are there. */
    LogPosition place = LogPosition.START;

    /** Whether the records of the replica have begun; those before are left over. */
    boolean begun;

    /** The writes of transactions whose execution is not in the log so far. */
    private final Map<TransactionId, SortedMap<ActorId, byte[]>> pending = new HashMap<>();

    /** The facts of the newest image, until all are there. */
    private @Nullable DurableState imaged;

    /** The values of the items that the newest image has so far; null once it is complete. */
    private @Nullable SortedMap<ActorId, byte[]> imagedItems;

    /** The first record of the newest image, and the place that it reaches. */
    private long imagedFrom;

    private LogPosition imagedPlace = LogPosition.START;

    /** The items of another replica's state that have come so far. */
    private SortedMap<ActorId, byte[]> come = new TreeMap<>();

    /** The record with which they began. */
    private long comeFrom;

    private final Fragments fragments = new Fragments();

    /** The oldest record that is needed. */
    private long oldest;

    /**
     * The reason why a record could not be taken, after which nothing of the state counts; else
     * null.
     */
    @Nullable String broken;

    /**
     * @param mostEnds the most bytes of outputs that are remembered
     */
    Found(DurableState blank, long first, long mostEnds) {
      this.ends = new RecentOutcomes(mostEnds);
      this.memory = blank;
      this.oldest = first;
    }

    private void add(Record fact) {
      memory.add(fact);
      ends.add(fact);
      if (fact instanceof Record.Executed(TransactionId id, _)) {
        SortedMap<ActorId, byte[]> writes = pending.remove(id);
        if (writes != null) {
          put(writes);
        }
      }
    }

    private void put(SortedMap<ActorId, byte[]> values) {
      Values.put(values, items);
      if (imagedItems != null) {
        Values.put(values, imagedItems);
      }
    }

    private void begin(long lsn, LogPosition reached, DurableState blank) {
      imaged = blank;
      imagedItems = new TreeMap<>();
      imagedFrom = lsn;
      imagedPlace = reached;
    }

    private void remember(DurableState its) {
      memory = its;
      place = imagedPlace;
      imaged = null;
      begun = true;
    }

    private void take(DurableState its) {
      remember(its);
      pending.clear();
      items = come;
      imagedItems = null;
      come = new TreeMap<>();
      oldest = comeFrom;
    }

    private void completed() {
      if (imagedItems != null) {
        items = imagedItems;
        imagedItems = null;
        oldest = imagedFrom;
      }
    }
  }

  /**
   * @param self the host's number
   */
  public HostMemory(int self, Settings settings) {
    this.self = self;
    this.settings = settings;
  }

  static void encode(Record fact, Encoder out) {
    fact.encode(out.putByte(FACT));
  }

  /** The writes of a transaction; its execution is the next record that speaks of it. */
  static void encode(TransactionId id, SortedMap<ActorId, byte[]> writes, Encoder out) {
    id.encode(out.putByte(WRITES));
    Values.encode(writes, out);
  }

  /** An image begins: its facts follow at once, and its items between other records. */
  static void image(LogPosition place, Encoder out) {
    place.encode(out.putByte(IMAGE));
  }

  /** The memory of another replica begins to come. */
  static void coming(Encoder out) {
    out.putByte(COMING);
  }

  /** Encodes some items of another replica's state. */
  static void come(SortedMap<ActorId, byte[]> items, Encoder out) {
    Values.encode(items, out.putByte(COME));
  }

  /**
   * The memory takes the place of this replica's: its facts are those of the image that has begun.
   */
  static void taken(Encoder out) {
    out.putByte(TAKEN);
  }

  static void imaged(Record fact, Encoder out) {
    fact.encode(out.putByte(IMAGED_FACT));
  }

  /** Ends of transactions that the replica remembers, which are right whatever else is there. */
  static void imagedEnds(Encoder ends, Encoder out) {
    out.putByte(IMAGED_ENDS).putRaw(ends.array(), 0, ends.size());
  }

  /** All facts of the image are there. */
  static void imagedFacts(Encoder out) {
    out.putByte(IMAGED_FACTS);
  }

  static void imaged(SortedMap<ActorId, byte[]> items, Encoder out) {
    Values.encode(items, out.putByte(IMAGED_ITEMS));
  }

  /** The image is complete. */
  static void complete(Encoder out) {
    out.putByte(COMPLETE);
  }

  /**
   * Writes a replica into a host's log that has the items of a backup, and has answered nothing.
   */
  public static void restore(
      HostLog log, int shard, LogPosition place, SortedMap<ActorId, byte[]> items) {
    log.append(shard, out -> image(place, out));
    log.append(shard, out -> imaged(RESTORED, out));
    log.append(shard, HostMemory::imagedFacts);
    SortedMap<ActorId, byte[]> piece = new TreeMap<>();
    int bytes = 0;
    for (Map.Entry<ActorId, byte[]> each : items.entrySet()) {
      piece.put(each.getKey(), each.getValue());
      bytes += each.getKey().key().length() + each.getValue().length;
      if (bytes >= ReplicaImages.PIECE_BYTES) {
        log.append(shard, out -> imaged(piece, out));
        piece.clear();
        bytes = 0;
      }
    }
    log.append(shard, out -> imaged(piece, out));
    log.append(shard, HostMemory::complete);
  }

  /** Reads a record. A record that its machine cannot take stops that replica only. */
  @Override
  public long found(int shard, long lsn, Decoder in) {
    Found of =
        replicas.computeIfAbsent(shard, _ -> new Found(blank(shard), lsn, settings.mostBytes()));
    if (of.broken == null) {
      try {
        found(of, shard, lsn, in);
      } catch (MalformedData e) {
        throw e;
      } catch (RuntimeException e) {
        of.broken = "record " + lsn + " of its log: " + e;
      }
    }
    return of.oldest;
  }

  private void found(Found of, int shard, long lsn, Decoder in) {
    int kind = in.getByte();
    if (kind == IMAGE) {
      // Those of the first version have no place, and their configuration logs have no commands.
      of.begin(lsn, in.remaining() > 0 ? LogPosition.decode(in) : LogPosition.START, blank(shard));
    } else if (kind == IMAGED_FACT && of.imaged != null) {
      of.imaged.add(Record.decode(in));
    } else if (kind == IMAGED_ENDS) {
      of.ends.read(in);
    } else if (kind == IMAGED_FACTS && of.imaged != null) {
      of.remember(of.imaged);
    } else if (kind == COMING) {
      of.come = new TreeMap<>();
      of.comeFrom = lsn;
    } else if (kind == COME) {
      Values.put(Values.decode(in), of.come);
    } else if (kind == TAKEN && of.imaged != null) {
      of.take(of.imaged);
    } else if (of.begun && kind == FRAGMENT) {
      Decoder whole = of.fragments.add(in);
      if (whole != null) {
        found(of, whole);
      }
    } else if (of.begun) {
      found(of, kind, in);
      found(of, in);
    }
  }

  private static void found(Found of, Decoder in) {
    while (in.remaining() > 0) {
      found(of, in.getByte(), in);
    }
  }

  private static void found(Found of, int kind, Decoder in) {
    switch (kind) {
      case FACT -> of.add(Record.decode(in));
      case WRITES -> of.pending.put(TransactionId.decode(in), Values.decode(in));
      case IMAGED_ITEMS -> of.put(Values.decode(in));
      case COMPLETE -> of.completed();
      default -> throw new MalformedData("no record of Janus is of kind " + kind);
    }
  }

  @Override
  public ItemSizes giveUp() {
    replicas.clear();
    return new LoggedSizes();
  }

  @Override
  public List<Map.Entry<ActorId, byte[]>> values() {
    List<Map.Entry<ActorId, byte[]>> all = new ArrayList<>();
    replicas.values().forEach(each -> all.addAll(each.items.entrySet()));
    return all;
  }

  @Override
  public boolean executesBefore(long version) {
    return replicas.values().stream().anyMatch(each -> each.memory.executesBefore(version));
  }

  private DurableState blank(int shard) {
    return new DurableState(shard, settings, self);
  }

  /** Returns the replica of a shard, blank if the log has none. */
  Found replica(int shard) {
    return replicas.computeIfAbsent(shard, _ -> new Found(blank(shard), 0, settings.mostBytes()));
  }
}
