package tutti.engine.recovery;

import java.io.IOException;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tutti.engine.transaction.DecisionRecord;
import tutti.engine.transaction.DecisionRecord.Effect;
import tutti.engine.transaction.IdempotencyTable;
import tutti.engine.transaction.Outcome;
import tutti.engine.transaction.OutcomeTable;
import tutti.engine.transaction.Seen;
import tutti.engine.transaction.TransactionRequest.Idempotency;
import tutti.model.ActorId;
import tutti.model.ActorState;
import tutti.model.ActorType;
import tutti.model.Application;
import tutti.model.Decoder;
import tutti.model.MalformedData;

/**
 * Makes the node's state again: first from a checkpoint's entries, then from the log's records. Not
 * thread-safe.
 */
final class Replay {
  private final Application given;
  private final OutcomeTable outcomes;
  private final IdempotencyTable keys;
  private final Instant now;
  private final Map<ActorId, Replayed> actors = new LinkedHashMap<>();
  private @Nullable Application writer;
  private DecisionRecord.@Nullable Format format;
  private long records;

  /** One actor in the making. */
  static final class Replayed {
    private ActorState state;
    private long version;
    private long next;

    /** All effects below this position are applied, or never were. */
    private long settled;

    private final TreeMap<Long, Pending> pending = new TreeMap<>();

    Replayed(ActorState state, long version, long next, long settled) {
      this.state = state;
      this.version = version;
      this.next = next;
      this.settled = settled;
    }

    ActorState state() {
      return state;
    }

    long version() {
      return version;
    }

    long next() {
      return next;
    }

    private void add(Effect effect, Seen seen) {
      if (effect.position() < settled) {
        return;
      }
      pending.put(effect.position(), new Pending(effect, seen));
      next = Math.max(next, effect.position() + 1);
      // All that arrived before `low` is in the log before this record: it can be applied now.
      settle(effect.low());
    }

    private void settle(long low) {
      settled = Math.max(settled, low);
      Map.Entry<Long, Pending> first;
      while ((first = pending.firstEntry()) != null && first.getKey() <= settled) {
        Pending it = pending.pollFirstEntry().getValue();
        state = it.effect.call().action().apply(state, it.effect.call().arguments(), it.seen);
        version++;
        settled = Math.max(settled, first.getKey() + 1);
      }
    }
  }

  private record Pending(Effect effect, Seen seen) {}

  /**
   * @param given the application that is to run
   * @param now the time, for what expires
   */
  Replay(Application given, OutcomeTable outcomes, IdempotencyTable keys, Instant now) {
    this.given = given;
    this.outcomes = outcomes;
    this.keys = keys;
    this.now = now;
  }

  /** One entry of the checkpoint. */
  void entry(byte[] bytes, int offset, int length) throws IOException {
    try {
      entry(new Decoder(bytes, offset, length));
    } catch (RuntimeException e) {
      // The application is given whatever the entry holds, and may fail in ways of its own.
      throw new IOException("the checkpoint cannot be read: " + e.getMessage(), e);
    }
  }

  private void entry(Decoder in) {
    int kind = in.getByte();
    switch (kind) {
      case CheckpointFormat.APPLICATION -> application(in.getBytes());
      case CheckpointFormat.ACTOR -> actor(in);
      case CheckpointFormat.KEY -> key(in);
      case CheckpointFormat.OUTCOME -> outcomes.recovered(outcome(in));
      case CheckpointFormat.EXPIRED -> outcomes.expired(in.getVarLong(), in.getVarLong());
      default -> throw new MalformedData("an entry of unknown kind " + kind);
    }
    if (in.remaining() > 0) {
      throw new MalformedData(in.remaining() + " bytes more than the entry should have");
    }
  }

  private void application(byte[] source) {
    Application wrote = Arrays.equals(source, given.source()) ? given : given.reload(source);
    writer = wrote;
    format = new DecisionRecord.Format(wrote);
  }

  private void actor(Decoder in) {
    DecisionRecord.Format reader = reader();
    ActorId id = reader.actor(in);
    ActorState state = reader.state(in);
    Replayed actor = new Replayed(state, in.getVarLong(), in.getVarLong(), in.getVarLong());
    ActorState blank = blank(id).state;
    if (state.size() != blank.size() || state.stage() >= type(id).stages().size()) {
      throw new MalformedData(id + " cannot be in " + state);
    }
    actors.put(id, actor);
    int unapplied = in.getCount(1 << 20);
    for (int i = 0; i < unapplied; i++) {
      Seen seen = reader.seen(in);
      Effect effect = reader.effect(in);
      actor.pending.put(effect.position(), new Pending(effect, seen));
    }
  }

  private void key(Decoder in) {
    Idempotency idempotency = new Idempotency(in.getString(), in.getLong());
    Instant at = reader().instant(in);
    keys.recovered(idempotency, outcome(in), at, now);
  }

  private Outcome.Committed outcome(Decoder in) {
    return new Outcome.Committed(reader().id(in), reader().values(in));
  }

  /** One record of the log. */
  void record(long position, byte[] bytes, int offset, int length) throws IOException {
    try {
      record(reader().read(new Decoder(bytes, offset, length)));
    } catch (RuntimeException e) {
      throw new IOException(
          "the log's record at position " + position + " cannot be read: " + e.getMessage(), e);
    }
  }

  private void record(DecisionRecord record) {
    records++;
    for (Effect effect : record.effects()) {
      actors.computeIfAbsent(effect.call().target(), this::blank).add(effect, record.seen());
    }
    Outcome.Committed outcome = new Outcome.Committed(record.id(), record.results());
    outcomes.recovered(outcome);
    Idempotency idempotency = record.idempotency();
    if (idempotency != null) {
      keys.recovered(idempotency, outcome, record.seen().now(), now);
    }
  }

  private Replayed blank(ActorId id) {
    return new Replayed(type(id).blank(id.key()), 0, 0, 0);
  }

  private ActorType type(ActorId id) {
    ActorType type = writer().type(id.type());
    if (type == null) {
      throw new MalformedData("no actor type " + id.type());
    }
    return type;
  }

  /** After the last record: whatever is still undecided never happened. */
  Map<ActorId, Replayed> finish() throws IOException {
    for (Map.Entry<ActorId, Replayed> entry : actors.entrySet()) {
      try {
        entry.getValue().settle(Long.MAX_VALUE - 1);
      } catch (RuntimeException e) {
        throw new IOException(
            "the last actions of " + entry.getKey() + " cannot be done again: " + e.getMessage(),
            e);
      }
    }
    return actors;
  }

  long records() {
    return records;
  }

  /** The application that wrote the data. */
  Application writer() {
    if (writer == null) {
      throw new MalformedData("no application is named before the first entry");
    }
    return writer;
  }

  private DecisionRecord.Format reader() {
    if (format == null) {
      throw new MalformedData("no application is named before the first entry");
    }
    return format;
  }
}
