package tutti.model.bytecode;

import java.lang.reflect.RecordComponent;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tutti.model.ActorId;
import tutti.model.footprint.Access.Mode;
import tutti.model.footprint.Bound;
import tutti.model.footprint.FootprintBuilder;
import tutti.model.footprint.Item;
import tutti.model.footprint.Source;

/** The findings of the analysis of one procedure. Thread-safe, immutable. */
public final class CodeFindings {
  private final CodeEffect effect;
  private final Class<?> procedure;
  private final List<String> names;

  CodeFindings(CodeEffect effect, Class<?> procedure, List<RecordComponent> components) {
    this.effect = effect;
    this.procedure = procedure;
    this.names = components.stream().map(RecordComponent::getName).toList();
  }

  /**
   * The reason why the procedure is not pure, as it goes on after "its code": the code reaches more
   * than the API, its own records and the JDK's pure classes. Null if it is pure: then a run
   * follows from its arguments, its time and the data of actors alone.
   */
  public @Nullable String impurity() {
    return effect.impure();
  }

  /**
   * Returns the reason why the procedure may call any actor, any number of times, as a continuation
   * of "its code"; null if its calls have a bound.
   */
  public @Nullable String unboundedness() {
    return effect.unbounded();
  }

  /** Returns whether the procedure, or one that it calls, may do an irrevocable operation. */
  public boolean acts() {
    return effect.sites().containsKey(new Site.Acts());
  }

  /** Returns whether the code calls the procedure, as far as it is known; or one that it calls. */
  public boolean calls(Class<? extends Record> procedure) {
    return effect.sites().containsKey(new Site.Calls(procedure));
  }

  /** Returns whether the code, or that of a procedure that it calls, calls the event. */
  public boolean callsEvent(String specification, String event) {
    return effect.sites().containsKey(new Site.CallsEvent(specification, event));
  }

  /**
   * Returns the reason why the code makes calls that are not known, as it goes on after "its code";
   * null if all are known. The author may declare the actors of such calls all the same: {@link
   * #declared}.
   */
  public @Nullable String unreadCalls() {
    for (Site site : effect.sites().keySet()) {
      if (site instanceof Site.Unread(var of, var reason) && of == procedure) {
        return reason;
      }
    }
    return effect.unbounded();
  }

  /**
   * Returns the types of the actors that the author of the procedure, or of one that it calls,
   * declares: it touches no others where {@link #unboundedness} is null.
   */
  public Set<String> declared() {
    Set<String> types = new TreeSet<>();
    for (Site site : effect.sites().keySet()) {
      if (site instanceof Site.Called(var type, _, _, var source) && source == Source.DECLARED) {
        types.add(type);
      }
    }
    return types;
  }

  /**
   * Adds the accesses of a call, the actor's own not among them.
   *
   * @param mode of any calls, if there is no bound
   * @param component the values of the procedure's components, by number
   */
  public void footprint(
      ActorId target, Mode mode, IntFunction<Object> component, FootprintBuilder into) {
    add(mode, into, (type, key) -> items(type, key, target, component));
  }

  /** Adds the accesses of all calls, whose items are the names of the procedure's components. */
  public void footprint(Mode mode, FootprintBuilder into) {
    add(mode, into, (type, key) -> List.of(new Item.Told(type, told(key))));
  }

  /** The actors that a key tells. */
  @FunctionalInterface
  private interface Items {
    List<Item> of(String type, StackValue key);
  }

  private void add(Mode mode, FootprintBuilder into, Items items) {
    if (effect.unbounded() != null) {
      into.access(new Item.Anything(), mode, Bound.UNKNOWN, Source.UNKNOWN);
      return;
    }
    for (Map.Entry<Site, Bound> each : effect.sites().entrySet()) {
      Bound bound = each.getValue();
      switch (each.getKey()) {
        case Site.Called(var type, var key, var how, var source) ->
            add(type, key, how, bound, source, into, items);
        case Site.Acts _, Site.Calls _, Site.CallsEvent _, Site.Unread _ -> {}
        case Site.Happens(var type, var key, _) -> {
          add(type, key, Mode.WRITE, bound, Source.BYTECODE, into, items);
          // The event may have partners.
          into.access(new Item.Anything(), mode, Bound.UNKNOWN, Source.UNKNOWN);
        }
      }
    }
  }

  private static void add(
      String type,
      @Nullable StackValue key,
      Mode mode,
      Bound bound,
      Source source,
      FootprintBuilder into,
      Items items) {
    if (key == null) {
      into.access(new Item.OfType(type), mode, bound, source);
    } else {
      boolean several = key instanceof StackValue.Element;
      Bound each = several ? Bound.atMost(bound.most()) : bound;
      items.of(type, key).forEach(item -> into.access(item, mode, each, source));
    }
  }

  private static List<Item> items(
      String type, StackValue key, ActorId target, IntFunction<Object> component) {
    if (key instanceof StackValue.Element(var number)) {
      // A list that the caller, or the procedure itself, can change tells nothing.
      return component.apply(number) instanceof Collection<?> keys && isImmutable(keys)
          ? keys.stream().map(each -> Item.named(type, each.toString())).toList()
          : List.of(new Item.OfType(type));
    }
    String text = text(key, target.key(), component);
    return List.of(text == null ? new Item.OfType(type) : Item.named(type, text));
  }

  private static boolean isImmutable(Collection<?> keys) {
    return keys instanceof List<?> list ? List.copyOf(list) == keys : Set.copyOf(keys) == keys;
  }

  private static @Nullable String text(
      StackValue key, String target, IntFunction<Object> component) {
    return switch (key) {
      case StackValue.Text(var text) -> text;
      case StackValue.Part(var number, _) -> String.valueOf(component.apply(number));
      case StackValue.TargetKey _ -> target;
      case StackValue.Joined(var parts) -> {
        StringBuilder all = new StringBuilder();
        for (StackValue part : parts) {
          String text = text(part, target, component);
          if (text == null) {
            yield null;
          }
          all.append(text);
        }
        yield all.toString();
      }
      default -> null;
    };
  }

  private String told(StackValue key) {
    return switch (key) {
      case StackValue.Text(var text) -> '"' + text + '"';
      case StackValue.Part(var number, _) -> names.get(number);
      case StackValue.Element(var number) -> names.get(number);
      case StackValue.TargetKey _ -> "key()";
      case StackValue.Joined(var parts) ->
          parts.stream().map(this::told).collect(Collectors.joining(" + "));
      default -> throw new IllegalStateException("no key: " + key);
    };
  }
}
