package tutti.rebel.check;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tutti.rebel.load.LoadedModule;
import tutti.rebel.syntax.Span;
import tutti.rebel.typed.Typed;
import tutti.rebel.value.Type;

/** The meanings of the names in an expression. Used by one check at a time. */
final class NameScope {

  /** The place of an expression, which decides what the expression may read. */
  enum Place {
    PRECONDITION("a precondition"),
    POSTCONDITION("a postcondition"),
    SYNC("a sync block"),
    INVARIANT("an invariant"),
    FUNCTION("a function"),
    CONSTANT("a default value or a configuration");

    private final String text;

    Place(String text) {
      this.text = text;
    }

    /** Whether the expression may read the instance, others and the time. */
    boolean seesInstances() {
      return this == PRECONDITION || this == POSTCONDITION || this == SYNC;
    }

    @Override
    public String toString() {
      return text;
    }
  }

  /**
   * A parameter.
   *
   * @param span its name where it is declared
   */
  record Variable(int index, Type type, Span span) {}

  final LoadedModule module;
  final @Nullable SpecificationShape self;
  final boolean creating;
  private Place place;
  final Map<String, Variable> parameters = new LinkedHashMap<>();
  final Map<String, Variable> configuration = new LinkedHashMap<>();

  /** The variables that are bound here, the innermost last. */
  final List<Typed.Local> locals = new ArrayList<>();

  private int slots;

  /**
   * @param module the module in which the expression stands
   * @param self the specification of {@code this}, or null where there is none
   * @param creating whether no instance exists yet, so that its fields have no values
   */
  NameScope(LoadedModule module, @Nullable SpecificationShape self, Place place, boolean creating) {
    this.module = module;
    this.self = self;
    this.place = place;
    this.creating = creating;
  }

  Place place() {
    return place;
  }

  void place(Place next) {
    this.place = next;
  }

  /** Binds one more variable. */
  int bind(String name, Type type, Span span) {
    int slot = locals.size();
    locals.add(new Typed.Local(slot, name, type, span));
    slots = Math.max(slots, locals.size());
    return slot;
  }

  void unbind() {
    locals.removeLast();
  }

  /** The greatest number of variables that were bound at the same time. */
  int slots() {
    return slots;
  }
}
