package tutti.engine.integrated;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.storage.Cell;
import tutti.engine.transaction.outcome.IdempotencyTable;
import tutti.engine.transaction.submission.TransactionRequest.Idempotency;
import tutti.model.ActorId;
import tutti.model.ActorState;
import tutti.model.ActorType;
import tutti.model.Application;
import tutti.protocol.integrated.VersionTag;

/**
 * The values of items, for readers of hosts' logs and for backups, which have actors and keys in
 * the form of nodes without an integrated protocol. Thread-safe.
 */
public final class ItemValues {
  /** The item before all idempotency keys, which is none. */
  public static final ActorId BEFORE_KEYS = new ActorId(KeyItems.TYPE, "");

  private final ApplicationVersions versions;
  private final Application application;
  private final ItemFormat format;
  private final KeyItems keys;

  /** The values of an application that has never changed. */
  public ItemValues(Application application) {
    this(ApplicationVersions.alone(application));
  }

  public ItemValues(ApplicationVersions versions) {
    this.versions = versions;
    this.application = versions.today();
    this.format = new ItemFormat(versions);
    this.keys = new KeyItems(versions, format);
  }

  /**
   * An actor as it was written.
   *
   * @param version the number of effects that made it
   */
  public record Written(long version, ActorState state) {}

  /** Returns whether an item is an actor. */
  public static boolean isActor(ActorId item) {
    return !isKey(item) && !VersionsItem.is(item);
  }

  /** Returns whether an item is an idempotency key. */
  public static boolean isKey(ActorId item) {
    return item.type().equals(KeyItems.TYPE);
  }

  /**
   * Returns the time of the transaction that has used a key.
   *
   * @param value which has some bytes
   * @throws tutti.model.MalformedData if these are no value of a key
   */
  public static Instant usedAt(byte[] value) {
    return KeyItems.usedAt(value);
  }

  /**
   * Returns the transaction that has used a key.
   *
   * @throws tutti.model.MalformedData if the bytes are no value of a key
   */
  public Optional<TransactionId> user(byte[] value) {
    return Optional.ofNullable(keys.decode(value)).map(used -> used.outcome().transaction());
  }

  /**
   * Returns the state of an actor, and the version that wrote it.
   *
   * @throws tutti.model.MalformedData if the bytes are no value of an actor
   */
  public Written actor(ActorId actor, byte[] value) {
    ItemFormat.Item item = format.decode(actor, type(actor), value);
    return new Written(item.version(), item.state());
  }

  private ActorType type(ActorId actor) {
    ActorType type = application.type(actor.type());
    if (type == null) {
      throw new IllegalArgumentException("the application has no type of " + actor);
    }
    return type;
  }

  /** Returns the number of effects that made the value of an actor; 0 for no bytes. */
  public static long version(byte[] value) {
    return value.length == 0 ? 0 : ItemFormat.effects(value);
  }

  /** Returns the place of an actor with the state that a value has. */
  public Cell cell(ActorId actor, byte[] value) {
    ActorType type = type(actor);
    ItemFormat.Item item = format.decode(actor, type, value);
    Cell cell = new Cell(actor, type, type.blank(actor.key()));
    cell.restore(item.state(), item.version(), item.version());
    return cell;
  }

  /**
   * Returns the value of an actor, or of a key, as today's version would have written it.
   *
   * @param value which has some bytes
   * @throws tutti.model.MalformedData if these are no value of it
   */
  public byte[] renewed(ActorId item, byte[] value) {
    if (VersionsItem.is(item) || VersionTag.of(value) == versions.number()) {
      return value;
    }
    KeyItems.Used used = isKey(item) ? keys.decode(value) : null;
    return used != null
        ? keys.encode(used)
        : format.encode(item, format.decode(item, type(item), value));
  }

  /**
   * Returns the obstacles to today's version continuing with an actor that an earlier version has
   * written.
   *
   * @param evolution the evolution from the version before today's
   * @param value the actor's value, which is not empty
   * @throws tutti.model.MalformedData if the bytes are no value of an actor
   */
  public List<String> obstacles(
      Application.Evolution evolution, long before, ActorId actor, byte[] value) {
    ItemFormat former = new ItemFormat(versions, before);
    ActorType type = versions.writer(before).type(actor);
    return evolution.check().obstacles(actor, former.decode(actor, type, value).state());
  }

  /** Puts the keys among items into a table, the oldest first. */
  public void putKeys(Collection<Map.Entry<ActorId, byte[]>> items, IdempotencyTable to) {
    record Key(String key, KeyItems.Used used) {}
    List<Key> all = new ArrayList<>();
    for (Map.Entry<ActorId, byte[]> each : items) {
      KeyItems.Used used = isKey(each.getKey()) ? keys.decode(each.getValue()) : null;
      if (used != null) {
        all.add(new Key(each.getKey().key(), used));
      }
    }
    all.sort(Comparator.comparing(each -> each.used.at()));
    for (Key each : all) {
      Idempotency key = new Idempotency(each.key, each.used.fingerprint());
      to.recovered(key, each.used.outcome(), each.used.at());
    }
  }

  /** Gives the items that actors, and the keys of a table, are. */
  public void each(Iterable<Cell> actors, IdempotencyTable table, BiConsumer<ActorId, byte[]> to) {
    for (Cell cell : actors) {
      if (cell.version() > 0 || cell.type().initialized(cell.state())) {
        ItemFormat.Item item = new ItemFormat.Item(cell.version(), cell.state());
        to.accept(cell.id(), format.encode(cell.id(), item));
      }
    }
    table.visit(
        done ->
            to.accept(
                new ActorId(KeyItems.TYPE, done.key()),
                keys.encode(new KeyItems.Used(done.fingerprint(), done.outcome(), done.at()))));
  }
}
