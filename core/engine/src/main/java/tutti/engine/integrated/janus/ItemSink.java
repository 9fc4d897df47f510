package tutti.engine.integrated.janus;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tutti.engine.integrated.ItemCursor;
import tutti.engine.transfer.StateSink;
import tutti.model.ActorId;
import tutti.model.Decoder;
import tutti.model.MalformedData;
import tutti.protocol.integrated.LogPosition;
import tutti.protocol.integrated.janus.DurableState;
import tutti.protocol.integrated.janus.Input;
import tutti.protocol.integrated.janus.Message;
import tutti.protocol.integrated.janus.Record;
import tutti.protocol.integrated.janus.membership.ConfigurationCommand;

/**
 * The receiver of a voter's durable state, for a replica that lacks its own: since its disk was
 * lost, or since it was away while others forgot. First come the items, while all other replicas
 * continue without this one; the items go into the log as they come. Then the replica asks to be a
 * learner, and gets what was written meanwhile, with all facts of one moment. Confined to the
 * host's queue of machines.
 */
final class ItemSink implements StateSink<ItemSink.Memory> {

  /** The only state that a host gives: its memory, as it is at the end. */
  enum Memory {
    OF_A_VOTER
  }

  private final Replica replica;

  /** The record with which the memory begins here; 0 before its first piece. */
  private long begun;

  private NavigableMap<ActorId, byte[]> items = new TreeMap<>();
  private final List<Record> facts = new ArrayList<>();
  private final List<Message> outcomes = new ArrayList<>();
  private @Nullable ActorId last;

  /** Whether all items have come that were not written meanwhile. */
  private boolean prepared;

  /** The beginning that the other host has put into its first piece; 0 before that piece. */
  private long beginning;

  /** How often the last piece was asked for, and how many of its parts have come. */
  private int attempt;

  private int parts;

  /** The replica that takes the memory. */
  interface Replica {
    DurableState kept();

    /** Returns the place of the configuration log that the memory reaches. */
    LogPosition place();

    /** The memory reaches that place: the configuration log needs nothing before it. */
    void reached(LogPosition place);

    /**
     * Sets the place that the state reaches to the place behind a command, without the commands
     * before it.
     */
    void skipTo(LogPosition place, ConfigurationCommand.Open open);

    void on(Input input);

    /** Notes that a durable state begins to come; returns the number of the record of that. */
    long coming();

    /** Appends items that have come; returns the number of the record. */
    long append(SortedMap<ActorId, byte[]> come);

    /** Runs a step on the replica's queue once a record is durable. */
    void whenDurable(long lsn, Runnable step);

    /**
     * Continues from the durable state of a voter, whose items have all come. The log before these
     * items is truncated.
     *
     * @param image facts that the machine takes
     * @param come the items
     * @param outcomes outcomes that are remembered
     * @param begun the position of the record with which the items began to come
     */
    void take(
        List<Record> image, NavigableMap<ActorId, byte[]> come, List<Message> outcomes, long begun);
  }

  ItemSink(Replica replica) {
    this.replica = replica;
  }

  @Override
  public Optional<Memory> offered(int from, Decoder offer) {
    LogPosition place = LogPosition.decode(offer);
    boolean closed = offer.getBoolean();
    ConfigurationCommand newest = ConfigurationCommand.decode(offer);
    LogPosition own = replica.place();
    if (place.mark().position() <= own.mark().position()) {
      // The configuration log has not heard of it: a crash came between.
      replica.reached(own);
    } else if (newest instanceof ConfigurationCommand.Open open) {
      long number = open.configuration().number();
      if (number > replica.kept().configuration().number()) {
        replica.on(new Input.Missed(open));
      }
      if (closed) {
        replica.on(new Input.Chosen(new ConfigurationCommand.Close(number)));
      }
      replica.skipTo(place, open);
    }
    return Optional.empty();
  }

  @Override
  public Optional<Memory> wanted() {
    DurableState kept = replica.kept();
    return kept.lacks() && kept.configuration().number() > 0
        ? Optional.of(Memory.OF_A_VOTER)
        : Optional.empty();
  }

  @Override
  public void unavailable() {
    replica.on(new Input.Prepared(false));
  }

  @Override
  public byte[] begin(int from, Memory state) {
    begun = 0;
    items = new TreeMap<>();
    facts.clear();
    outcomes.clear();
    last = null;
    prepared = false;
    beginning = 0;
    attempt = 1;
    parts = 0;
    replica.on(new Input.Prepared(false));
    return ItemSource.cursor(null);
  }

  /** Returns whether the end has not begun to come yet: it may be there now. */
  boolean awaitsEnd() {
    return prepared && parts == 0;
  }

  @Override
  public Step take(Decoder piece) {
    long its = piece.getLong();
    beginning = beginning == 0 ? its : beginning;
    if (beginning != its) {
      // It does not know all that was written since the first piece.
      return new Step.Unusable();
    }
    return prepared ? end(piece.getBoolean(), piece) : items(ItemCursor.decode(piece), piece);
  }

  private Step items(@Nullable ActorId newest, Decoder in) {
    SortedMap<ActorId, byte[]> values = Values.decode(in);
    if (begun == 0) {
      // Where nobody can give a memory, as of a shard that is stopped, the log does not grow.
      begun = replica.coming();
    }
    if (newest == null) {
      prepared = true;
      replica.on(new Input.Prepared(true));
      return endIsNext(Runnable::run);
    }
    items.putAll(values);
    last = newest;
    long lsn = replica.append(values);
    return new Step.Next(ItemSource.cursor(last), step -> replica.whenDurable(lsn, step));
  }

  private Step endIsNext(Pace pace) {
    return new Step.Next(ItemSource.cursorOfEnd(replica.kept().disk(), attempt, parts), pace);
  }

  private Step end(boolean isLast, Decoder in) {
    while (in.remaining() > 0) {
      int kind = in.getByte();
      switch (kind) {
        case ItemSource.FACT -> facts.add(Record.decode(in));
        case ItemSource.VALUES -> {
          SortedMap<ActorId, byte[]> values = Values.decode(in);
          Values.put(values, items);
          replica.append(values);
        }
        case ItemSource.OUTCOME -> outcomes.add(Message.decode(in));
        default -> throw new MalformedData("no part of a memory is of kind " + kind);
      }
    }
    parts++;
    if (!isLast) {
      return endIsNext(Runnable::run);
    }
    if (replica.kept().takes(facts)) {
      replica.take(List.copyOf(facts), items, List.copyOf(outcomes), begun);
      return new Step.Installed();
    }
    // Another configuration has begun meanwhile: the end of that one is needed.
    attempt++;
    parts = 0;
    facts.clear();
    outcomes.clear();
    return endIsNext(Pace.NEVER);
  }
}
