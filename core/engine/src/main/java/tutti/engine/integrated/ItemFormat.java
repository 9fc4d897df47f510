package tutti.engine.integrated;

import tutti.engine.recovery.FuzzyRowScan;
import tutti.engine.relational.OneRowEach;
import tutti.engine.relational.RelationalActorType;
import tutti.engine.relational.RelationalApplication;
import tutti.engine.relational.RowFormat;
import tutti.engine.storage.rows.ActorRows;
import tutti.engine.storage.rows.RowChanges.Change;
import tutti.engine.transaction.record.RecordParts;
import tutti.model.ActorId;
import tutti.model.ActorState;
import tutti.model.ActorType;
import tutti.model.Application;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.protocol.integrated.VersionTag;

/**
 * The format of an actor as the value of an item, under one version of the application: the
 * version, if it is not the first one, the number of the actor's effects, and its whole state,
 * including rows. Values that earlier versions have written are read in this version's form.
 * Thread-safe.
 */
final class ItemFormat {
  /** The version that runs here, whose number is found out. */
  static final long TODAY = 0;

  private final ApplicationVersions versions;
  private final long fixed;
  private final RecordParts parts;
  private final Application application;

  /** The format of the version that runs here. */
  ItemFormat(ApplicationVersions versions) {
    this(versions, TODAY);
  }

  /**
   * @param version that is known, or {@link #TODAY}
   */
  ItemFormat(ApplicationVersions versions, long version) {
    this.versions = versions;
    this.fixed = version;
    this.application = version == TODAY ? versions.today() : versions.writer(version).application;
    this.parts = new RecordParts(application);
  }

  /** An actor's state, and the number of effects that made it. */
  record Item(long version, ActorState state) {}

  RecordParts parts() {
    return parts;
  }

  Application application() {
    return application;
  }

  /** Returns the version whose format it is. */
  long version() {
    return fixed == TODAY ? versions.number() : fixed;
  }

  byte[] encode(ActorId id, Item item) {
    Encoder out = new Encoder();
    VersionTag.put(out, version());
    out.putVarLong(item.version());
    if (application.type(id.type()) instanceof RelationalActorType) {
      out.putVarLong(item.state().stage());
      FuzzyRowScan rows = new FuzzyRowScan(id, ActorRows.of(item.state()), rows(application));
      while (rows.more()) {
        rows.put(out);
      }
    } else {
      parts.state(out, item.state());
    }
    return out.toByteArray();
  }

  private static RowFormat rows(Application application) {
    return ((RelationalApplication) application).rows();
  }

  /**
   * Reads an actor; no bytes stand for one that is not there.
   *
   * @throws tutti.model.MalformedData if the bytes are no such value
   */
  Item decode(ActorId id, ActorType type, byte[] bytes) {
    if (bytes.length == 0) {
      return new Item(0, type.blank(id.key()));
    }
    long wrote = VersionTag.of(bytes);
    Decoder in = VersionTag.behind(bytes);
    if (wrote == version()) {
      return decode(application, parts, id, type, in);
    }
    ApplicationVersions.Version writer = versions.writer(wrote);
    Item item = decode(writer.application, writer.parts, id, writer.type(id), in);
    return new Item(item.version(), versions.convert(id, item.state(), wrote, version()));
  }

  private static Item decode(
      Application application, RecordParts parts, ActorId id, ActorType type, Decoder in) {
    long version = in.getVarLong();
    if (!(type instanceof RelationalActorType)) {
      return new Item(version, parts.state(in));
    }
    ActorState blank = type.blank(id.key());
    ActorState state = in.getVarLong() == 0 ? blank : RelationalActorType.used(blank);
    ActorRows rows = ActorRows.of(state);
    while (in.remaining() > 0) {
      Change change = rows(application).get(type.name(), in, false);
      if (change != null) {
        OneRowEach.apply(rows, change);
      }
    }
    return new Item(version, state);
  }

  /** Returns the number of effects that made an actor of which the value has some bytes. */
  static long effects(byte[] value) {
    return VersionTag.behind(value).getVarLong();
  }
}
