package tutti.engine.integrated;

import java.util.Optional;
import tutti.engine.concurrency.TransactionId;
import tutti.model.ActorId;
import tutti.model.ActorState;
import tutti.model.ActorType;
import tutti.model.Application;

/**
 * A reader of the values of items, for whoever reads the logs of hosts from outside. Thread-safe.
 */
public final class ItemValues {
  private final Application application;
  private final ItemFormat format;
  private final KeyItems keys;

  public ItemValues(Application application) {
    this.application = application;
    this.format = new ItemFormat(application);
    this.keys = new KeyItems(application);
  }

  /**
   * An actor as it was written.
   *
   * @param version the number of effects that made it
   */
  public record Written(long version, ActorState state) {}

  /** Returns whether an item is an idempotency key. */
  public static boolean isKey(ActorId item) {
    return item.type().equals(KeyItems.TYPE);
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
   * Returns an actor.
   *
   * @throws tutti.model.MalformedData if the bytes are no value of an actor
   */
  public Written actor(ActorId actor, byte[] value) {
    ActorType type = application.type(actor.type());
    if (type == null) {
      throw new IllegalArgumentException("the application has no type of " + actor);
    }
    ItemFormat.Item item = format.decode(actor, type, value);
    return new Written(item.version(), item.state());
  }
}
