package tutti.rebel.compile;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tutti.model.footprint.Access.Mode;
import tutti.model.footprint.Bound;
import tutti.model.footprint.Footprint;
import tutti.model.footprint.FootprintBuilder;
import tutti.model.footprint.Item;
import tutti.model.footprint.Shape;
import tutti.model.footprint.Source;

/**
 * A walk through an event and everything that must happen with it, which collects the footprint.
 * Looks are counted as the engine takes them: a transaction keeps what it has seen. A walk is used
 * once.
 */
abstract class FootprintWalk {

  /**
   * An instance on the way.
   *
   * @param key the instance's key; null if the request does not determine it
   * @param arguments the arguments of the event; null where the request does not determine them
   */
  record Instance(RebelType type, @Nullable Object key, @Nullable Object[] arguments) {}

  private final Deque<RebelAction> way = new ArrayDeque<>(4);
  final FootprintBuilder found;

  /**
   * @param found gets the accesses
   */
  FootprintWalk(FootprintBuilder found) {
    this.found = found;
  }

  /** The value of an expression that the request determines; null if it has none. */
  abstract @Nullable Object value(RequestValue value, Instance at, int locals);

  /** The item of an instance with a known key. */
  abstract Item known(String type, Object key);

  /**
   * Adds the footprint of a call of a procedure whose key and arguments are known; false if it is
   * unknown.
   */
  abstract boolean called(ProcedurePartner partner, Item item, List<Object> arguments);

  /** Takes note of an instance that is touched beside the first one. */
  void touched(Item item, Instance by, String expression) {}

  /** Takes note of something that the request does not determine. */
  void undetermined(String reason) {}

  final void walk(RebelAction action, Instance at) {
    Item own = item(at);
    add(own, Mode.WRITE, Bound.ONCE);
    follow(action, at, own, false);
  }

  private Item item(Instance at) {
    String type = at.type().name();
    if (at.type().checked().key() < 0) {
      return new Item.Known(type, type);
    }
    return at.key() == null ? new Item.OfType(type) : known(type, at.key());
  }

  private void add(Item item, Mode mode, Bound bound) {
    found.access(item, mode, bound, Source.SYNC_TREE);
  }

  /**
   * @param forbidden whether the event must be impossible: then its partners are only looked at, up
   *     to the first that makes it so (docs/rulings.md#ruling-6)
   */
  private void follow(RebelAction action, Instance at, Item own, boolean forbidden) {
    way.push(action);
    TouchedActors here = action.touched();
    if (forbidden || here.refusable()) {
      found.atLeast(Shape.KNOWN_KEYS);
    }
    for (TouchedActors.Look look : here.looks()) {
      look(look, at, own, here.locals(), forbidden);
    }
    for (TouchedActors.EventSync sync : here.syncs()) {
      if (!forbidden || !sync.negated()) {
        sync(sync, at, here.locals(), forbidden);
      }
    }
    if (!forbidden) {
      here.calls().forEach(call -> call(call, at, here.locals()));
    }
    way.pop();
  }

  private void look(TouchedActors.Look look, Instance at, Item own, int locals, boolean forbidden) {
    Instance other = new Instance(look.target(), value(look.key(), at, locals), NONE);
    Item item = item(other, at, look.key());
    if (!item.isDetermined()) {
      add(item, Mode.READ, look.many() ? Bound.UNKNOWN : Bound.atMost(1));
    } else if (!item.equals(own)) {
      found.look(item, look.what(), look.certain() && !forbidden, Source.SYNC_TREE);
    }
  }

  private void sync(TouchedActors.EventSync sync, Instance at, int locals, boolean forbidden) {
    @Nullable Object[] arguments = new Object[sync.arguments().size()];
    for (int i = 0; i < arguments.length; i++) {
      arguments[i] = value(sync.arguments().get(i), at, locals);
    }
    Instance partner = new Instance(sync.target(), value(sync.key(), at, locals), arguments);
    Item item = item(partner, at, sync.key());
    boolean looksOnly = forbidden || sync.negated();
    add(item, looksOnly ? Mode.READ : Mode.WRITE, forbidden ? Bound.atMost(1) : Bound.ONCE);
    RebelAction action = sync.action();
    if (way.contains(action)) {
      undetermined(
          "%s comes round to itself, so that the instances it touches are only known when it runs"
              .formatted(action));
      around(action, looksOnly, new HashSet<>());
    } else {
      follow(action, partner, item, looksOnly);
    }
  }

  /** Adds everything that an event may lead to, any number of times. */
  private void around(RebelAction action, boolean forbidden, Set<RebelAction> visited) {
    if (!visited.add(action)) {
      return;
    }
    for (TouchedActors.Look look : action.touched().looks()) {
      add(new Item.OfType(look.target().name()), Mode.READ, Bound.UNKNOWN);
    }
    for (TouchedActors.EventSync sync : action.touched().syncs()) {
      Mode mode = forbidden || sync.negated() ? Mode.READ : Mode.WRITE;
      add(new Item.OfType(sync.target().name()), mode, Bound.UNKNOWN);
      around(sync.action(), forbidden, visited);
    }
    if (!forbidden && !action.touched().calls().isEmpty()) {
      found.add(Footprint.UNKNOWN);
    }
  }

  private Item item(Instance other, Instance by, RequestValue key) {
    Item item = item(other);
    String expression = other.type().name() + "[" + key.typed().span().oneLine() + "]";
    if (item.isDetermined()) {
      touched(item, by, expression);
    } else {
      undetermined(
          "which instance %s is, is only known when %s is read"
              .formatted(expression, by.type().name()));
    }
    return item;
  }

  private void call(TouchedActors.ProcedureSync call, Instance at, int locals) {
    String type = call.partner().actor();
    Object key = value(call.key(), at, locals);
    Item item = key == null ? new Item.OfType(type) : known(type, key);
    List<Object> arguments = new ArrayList<>();
    for (RequestValue argument : call.arguments()) {
      Object value = value(argument, at, locals);
      if (value != null) {
        arguments.add(value);
      }
    }
    found.atLeast(Shape.KNOWN_KEYS);
    if (!item.isDetermined()
        || arguments.size() != call.arguments().size()
        || !called(call.partner(), item, arguments)) {
      undetermined(
          "what the procedure %s touches is only known when it runs".formatted(call.partner()));
      add(item, Mode.WRITE, Bound.ONCE);
      found.add(Footprint.UNKNOWN);
    }
  }

  private static final @Nullable Object[] NONE = {};
}
