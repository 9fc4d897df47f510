package tutti.engine.integrated;

import org.jspecify.annotations.Nullable;
import tutti.model.ActorId;
import tutti.model.Decoder;
import tutti.model.Encoder;

/** The form of the place behind an item in the order of all items of a shard. */
public final class ItemCursor {
  private ItemCursor() {}

  /**
   * Appends the place behind an item.
   *
   * @param after the item; null for the place before all items
   */
  public static Encoder encode(@Nullable ActorId after, Encoder out) {
    out.putBoolean(after != null);
    if (after != null) {
      out.putString(after.type()).putString(after.key());
    }
    return out;
  }

  /**
   * Reads the item before a place; null for the place before all items.
   *
   * @throws tutti.model.MalformedData if the bytes are no place
   */
  public static @Nullable ActorId decode(Decoder in) {
    return in.getBoolean() ? new ActorId(in.getString(), in.getString()) : null;
  }
}
