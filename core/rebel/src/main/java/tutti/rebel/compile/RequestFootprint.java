package tutti.rebel.compile;

import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.model.ActorId;
import tutti.model.ActorState;
import tutti.model.footprint.FootprintBuilder;
import tutti.model.footprint.Item;
import tutti.rebel.code.Frame;
import tutti.rebel.value.CanonicalKeys;
import tutti.rebel.value.ValueRefused;

/** The footprint of one call of an event: keys are computed from its key and arguments. */
final class RequestFootprint extends FootprintWalk {
  private final Instant now;

  RequestFootprint(Instant now, FootprintBuilder into) {
    super(into);
    this.now = now;
  }

  void add(RebelAction action, ActorId target, List<Object> arguments) {
    RebelType type = action.type();
    int key = type.checked().key();
    Object value = key < 0 ? type.name() : type.blank(target.key()).field(key);
    walk(action, new Instance(type, value, arguments.toArray()));
  }

  @Override
  @SuppressWarnings("NullAway") // The code reads no argument that is null.
  @Nullable Object value(RequestValue value, Instance at, int locals) {
    if (!value.isKnown(at.key(), at.arguments())) {
      return null;
    }
    @Nullable Object[] fields = new Object[at.type().fields().size()];
    int key = at.type().checked().key();
    if (key >= 0) {
      fields[key] = at.key();
    }
    List<Object> arguments = Arrays.asList(at.arguments());
    Frame frame = new Frame(new ActorState(0, fields), arguments, new Frame.TimeAlone(now), locals);
    try {
      return value.code().eval(frame);
    } catch (ValueRefused e) {
      // The event will be refused for it too, or its branch will not be taken.
      return null;
    }
  }

  @Override
  Item known(String type, Object key) {
    try {
      return new Item.Known(type, CanonicalKeys.ofInstance(key));
    } catch (ValueRefused e) {
      return new Item.OfType(type);
    }
  }

  @Override
  boolean called(ProcedurePartner partner, Item item, List<Object> arguments) {
    try {
      return item instanceof Item.Known(var actor)
          && partner.footprint(actor, arguments, now, found);
    } catch (ValueRefused e) {
      return false;
    }
  }
}
