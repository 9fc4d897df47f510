package tutti.engine.integrated;

import tutti.engine.recovery.RowsWalk;
import tutti.engine.relational.RelationalActorType;
import tutti.engine.relational.RelationalApplication;
import tutti.engine.relational.RowFormat;
import tutti.engine.storage.rows.ActorRows;
import tutti.engine.transaction.record.RecordParts;
import tutti.model.ActorId;
import tutti.model.ActorState;
import tutti.model.ActorType;
import tutti.model.Application;
import tutti.model.Decoder;
import tutti.model.Encoder;

/**
 * The format of an actor as the value of an item: its version, and its whole state, rows included.
 * Thread-safe.
 */
final class ItemFormat {
  private final RecordParts parts;
  private final Application application;

  ItemFormat(Application application) {
    this.application = application;
    this.parts = new RecordParts(application);
  }

  /** An actor's state, and the number of effects that made it. */
  record Item(long version, ActorState state) {}

  byte[] encode(ActorId id, Item item) {
    Encoder out = new Encoder();
    out.putVarLong(item.version());
    if (application.type(id.type()) instanceof RelationalActorType) {
      out.putVarLong(item.state().stage());
      RowsWalk rows = new RowsWalk(id, ActorRows.of(item.state()), rows());
      while (rows.more()) {
        rows.put(out);
      }
    } else {
      parts.state(out, item.state());
    }
    return out.toByteArray();
  }

  private RowFormat rows() {
    return ((RelationalApplication) application).rows();
  }

  /**
   * Reads an actor; no bytes stand for one that is not there.
   *
   * @throws tutti.model.MalformedData if the bytes are no such value
   */
  Item decode(ActorId id, ActorType type, byte[] bytes) {
    ActorState blank = type.blank(id.key());
    if (bytes.length == 0) {
      return new Item(0, blank);
    }
    Decoder in = new Decoder(bytes);
    long version = version(in);
    if (!(type instanceof RelationalActorType)) {
      return new Item(version, parts.state(in));
    }
    ActorState state = in.getVarLong() == 0 ? blank : RelationalActorType.used(blank);
    ActorRows rows = ActorRows.of(state);
    while (in.remaining() > 0) {
      rows.apply(rows().get(type.name(), in, false), rows.nextTid());
    }
    return new Item(version, state);
  }

  static long version(Decoder in) {
    return in.getVarLong();
  }
}
