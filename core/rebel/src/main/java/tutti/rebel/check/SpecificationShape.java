package tutti.rebel.check;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tutti.rebel.load.LoadedModule;
import tutti.rebel.syntax.Declaration;
import tutti.rebel.syntax.Name;
import tutti.rebel.syntax.Span;
import tutti.rebel.syntax.Specification;
import tutti.rebel.syntax.Specification.EventRef;
import tutti.rebel.syntax.Specification.Modifier;
import tutti.rebel.syntax.Specification.Visibility;
import tutti.rebel.typed.CheckedParameter;
import tutti.rebel.value.Type;

/**
 * A specification while it is checked: the parts that others use — fields, signatures of events,
 * states — with all inherited ones, before any expression is checked.
 */
final class SpecificationShape {

  final LoadedModule home;
  private final Specification text;
  private int index = -1;
  private @Nullable SpecificationShape parent;
  private Type.@Nullable Reference type;
  final Map<String, FieldShape> fields = new LinkedHashMap<>();
  final Map<String, EventShape> events = new LinkedHashMap<>();
  final Map<String, InvariantShape> invariants = new LinkedHashMap<>();

  /** The events that the specification lists but that were not found; they have been reported. */
  final Set<String> missing = new HashSet<>();

  final List<String> stages = new ArrayList<>();

  /** The places of the states: the name that begins a state's first line in the life cycle. */
  final Map<String, Span> places = new HashMap<>();

  final List<TransitionShape> transitions = new ArrayList<>();
  private long finals;
  private boolean unclear;

  SpecificationShape(LoadedModule home, Specification text) {
    this.home = home;
    this.text = text;
  }

  /**
   * A field.
   *
   * @param reference the specification that {@code @ref} names, or null
   */
  record FieldShape(
      int index,
      Name name,
      Type type,
      boolean key,
      @Nullable SpecificationShape reference,
      String documentation) {}

  /**
   * The signature of an event, for calls from others.
   *
   * @param visibility the word before {@code ref}, or else before the event that it binds anew
   * @param binder the module in which {@code ref} stands
   * @param definition the library's event, or null for an event of which only the signature is
   *     known
   * @param library the module of {@code definition}
   * @param parameters without default values, which are not known yet
   */
  record EventShape(
      int index,
      EventRef ref,
      Visibility visibility,
      LoadedModule binder,
      Declaration.@Nullable Event definition,
      LoadedModule library,
      List<CheckedParameter> parameters) {

    /** The name of the event where it is declared. */
    Span declared() {
      return definition == null ? ref.name().span() : definition.name().span();
    }
  }

  record InvariantShape(Name use, Declaration.Invariant definition, LoadedModule library) {}

  /** A transition by the indexes of its states and the name of its event. */
  record TransitionShape(int from, int to, String event, Span span) {}

  Specification text() {
    return text;
  }

  String name() {
    return text.name().text();
  }

  boolean isAbstract() {
    return text.modifier() == Modifier.ABSTRACT;
  }

  boolean isExternal() {
    return text.modifier() == Modifier.EXTERNAL;
  }

  boolean isSingleton() {
    return text.modifier() == Modifier.SINGLETON;
  }

  /** The specification's place in the application; -1 for an abstract one. */
  int index() {
    return index;
  }

  void index(int at) {
    this.index = at;
  }

  @Nullable SpecificationShape parent() {
    return parent;
  }

  void parent(@Nullable SpecificationShape shape) {
    this.parent = shape;
  }

  long finals() {
    return finals;
  }

  void addFinal(int stage) {
    finals |= 1L << stage;
  }

  /**
   * Whether the life cycle names unknown states or events, so that it cannot be checked further.
   */
  boolean unclear() {
    return unclear;
  }

  void makeUnclear() {
    unclear = true;
  }

  /** The states of existing instances: all states but the first. */
  long initialized() {
    int count = Math.min(stages.size(), 64);
    return (count == 64 ? -1L : (1L << count) - 1) & ~1L;
  }

  Optional<FieldShape> key() {
    return fields.values().stream().filter(FieldShape::key).findFirst();
  }

  /**
   * The type of the key of an instance; ANY where it is not known because of a mistake that is
   * reported elsewhere.
   */
  Type keyType() {
    return isSingleton()
        ? Type.Simple.STRING
        : key().map(FieldShape::type).orElse(Type.Unknown.ANY);
  }

  /** The type of references to instances, made when the specification's index is known. */
  Type.Reference type() {
    if (type == null) {
      type = new Type.Reference(name(), index, () -> key().map(FieldShape::type));
    }
    return type;
  }

  /** Whether the event can happen only to an instance that does not exist yet. */
  boolean createsOnly(String event) {
    return transitions.stream().anyMatch(t -> t.event().equals(event))
        && transitions.stream().noneMatch(t -> t.event().equals(event) && t.from() != 0);
  }

  boolean creates(String event) {
    return transitions.stream().anyMatch(t -> t.event().equals(event) && t.from() == 0);
  }
}
