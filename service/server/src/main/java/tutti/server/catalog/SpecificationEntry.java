package tutti.server.catalog;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tutti.access.policy.Rights;
import tutti.engine.relational.RelationalActorType;
import tutti.model.ActorType;
import tutti.model.relation.RelationDefinition;
import tutti.rebel.value.Type;

/** One specification, or one type of actor in Java, whose events are its procedures. Immutable. */
public final class SpecificationEntry {
  private final ActorType type;
  private final String documentation;
  private final Optional<Type> key;
  private final List<FieldEntry> fields;
  private final List<FieldEntry> shownFields;
  private final List<EventEntry> events;
  private final Map<String, EventEntry> byName = new LinkedHashMap<>();
  private final Map<String, EventEntry> byHiddenName = new LinkedHashMap<>();

  /**
   * @param documentation the author's documentation, or empty
   * @param key the type of its key; empty for a singleton
   * @param fields in the order of {@link ActorType#fields()}
   * @param events all events, those that no client may call among them
   */
  public SpecificationEntry(
      ActorType type,
      String documentation,
      Optional<Type> key,
      List<FieldEntry> fields,
      List<EventEntry> events) {
    this(type, documentation, key, fields, events, List.of());
  }

  /**
   * @param hidden the entries that can be called but are not listed: each has a path of its own
   */
  SpecificationEntry(
      ActorType type,
      String documentation,
      Optional<Type> key,
      List<FieldEntry> fields,
      List<EventEntry> events,
      List<EventEntry> hidden) {
    this(type, documentation, key, fields, fields, events, List.of(), hidden);
  }

  /**
   * @param shownFields the fields that are listed
   * @param unlisted the events that are not listed, but for those that no client may call
   * @param hidden the entries that can be called but are not listed: each has a path of its own
   */
  private SpecificationEntry(
      ActorType type,
      String documentation,
      Optional<Type> key,
      List<FieldEntry> fields,
      List<FieldEntry> shownFields,
      List<EventEntry> events,
      List<EventEntry> unlisted,
      List<EventEntry> hidden) {
    this.type = type;
    this.documentation = documentation;
    this.key = key;
    this.fields = List.copyOf(fields);
    this.shownFields = List.copyOf(shownFields);
    this.events =
        events.stream().filter(event -> !event.internal() && !unlisted.contains(event)).toList();
    for (EventEntry event : events) {
      byName.put(event.name(), event);
    }
    for (EventEntry event : hidden) {
      byHiddenName.put(event.name(), event);
    }
  }

  public String name() {
    return type.name();
  }

  public ActorType type() {
    return type;
  }

  public String documentation() {
    return documentation;
  }

  public Optional<Type> key() {
    return key;
  }

  public List<FieldEntry> fields() {
    return fields;
  }

  /** The fields that may be read. */
  public List<FieldEntry> shownFields() {
    return shownFields;
  }

  /** Returns this entry as those with certain rights see it: with what they may call and read. */
  SpecificationEntry of(Rights rights) {
    return new SpecificationEntry(
        type,
        documentation,
        key,
        fields,
        fields.stream().filter(field -> rights.mayRead(name(), field.name())).toList(),
        List.copyOf(byName.values()),
        byName.values().stream().filter(event -> !rights.mayCall(name(), event.name())).toList(),
        List.copyOf(byHiddenName.values()));
  }

  /** The events that a client may call. */
  public List<EventEntry> events() {
    return events;
  }

  /** Returns the event with this name, which may be internal; null if there is none. */
  public @Nullable EventEntry event(String name) {
    return byName.get(name);
  }

  /** Returns the hidden entry with this name; null if there is none. */
  public @Nullable EventEntry hidden(String name) {
    return byHiddenName.get(name);
  }

  /** The relations of a type of actor in Java; null for a specification. */
  public @Nullable List<RelationDefinition<?, ?>> relations() {
    return type instanceof RelationalActorType actor ? actor.relational().relations() : null;
  }

  /** The words for people for the entry's kind and for its events. */
  public String kind() {
    return relations() == null ? "event" : "procedure";
  }

  /** The states in which an existing instance may be. */
  public List<String> states() {
    return type.stages().subList(1, type.stages().size());
  }
}
