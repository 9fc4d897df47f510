package tutti.engine.integrated.tapir;

import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tutti.engine.integrated.ItemCursor;
import tutti.engine.integrated.ReplicaImages;
import tutti.engine.transfer.StateSource;
import tutti.model.ActorId;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.protocol.integrated.LogPosition;
import tutti.protocol.integrated.tapir.DurableState;
import tutti.protocol.integrated.tapir.Record;

/**
 * The source of a replica's durable state, for a replica that lacks a truncated part of the
 * configuration log. The source keeps no state of a transfer: a piece is the items after a given
 * name, as they are when the piece is asked for, since versions that are newer than the image do no
 * harm. The first piece contains the image, too, and the others the floor of that moment. A piece
 * without items is the last one.
 */
final class ImageSource implements StateSource {
  private final Supplier<DurableState> memory;
  private final Supplier<LogPosition> place;

  /**
   * @param place gives the place of the configuration log that the memory reaches
   */
  ImageSource(Supplier<DurableState> memory, Supplier<LogPosition> place) {
    this.memory = memory;
    this.place = place;
  }

  @Override
  public boolean offer(Encoder out) {
    out.putVarLong(place.get().mark().position());
    return true;
  }

  @Override
  public Answer piece(int to, long transfer, Decoder cursor, Encoder out) {
    @Nullable ActorId after = ItemCursor.decode(cursor);
    DurableState its = memory.get();
    out.putBoolean(after == null);
    if (after == null) {
      its.image(place.get()).forOthers().encode(out);
    } else {
      its.floor().encode(out.putVarLong(its.view()));
    }
    List<Record.Item> items = its.items(after, ReplicaImages.PIECE_BYTES);
    out.putVarLong(items.size());
    items.forEach(item -> item.encode(out));
    return Answer.PIECE;
  }
}
