package tutti.server.api;

import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tutti.model.ActorId;
import tutti.model.relation.RelationDefinition;
import tutti.server.catalog.Catalog;
import tutti.server.catalog.EventEntry;
import tutti.server.catalog.NameHint;
import tutti.server.catalog.SpecificationEntry;

/**
 * Finds the specifications, events and instances that requests name, and explains unknown names.
 */
final class Lookup {
  private Lookup() {}

  static String noSpecification(String name, Catalog catalog) {
    return "there is no specification or actor type '"
        + shorten(name)
        + "'; "
        + NameHint.of(name, catalog.names());
  }

  static String noEvent(String name, SpecificationEntry specification) {
    List<RelationDefinition<?, ?>> relations = specification.relations();
    if (relations != null && relations.stream().anyMatch(it -> it.name().equals(name))) {
      return ("%s is a relation of %s: to see its rows, POST {\"sql\": \"select * from"
              + " %s\"} to /%s/{key}/query")
          .formatted(name, specification.name(), name, specification.name());
    }
    if (relations == null && name.equals("query")) {
      return ("%s is a specification, and only actors in Java are queried: read an"
              + " instance by GET /%s/{key}, and list those in a state by GET /%s?state=…")
          .formatted(specification.name(), specification.name(), specification.name());
    }
    return "%s has no %s '%s'; "
            .formatted(specification.name(), specification.kind(), shorten(name))
        + NameHint.of(name, specification.events().stream().map(EventEntry::name).toList());
  }

  /** The problem of a client that calls an internal event of the instance with that key. */
  static ProblemDocument internal(String specification, String key, EventEntry event) {
    String detail =
        "%s.%s is internal: it happens only with what calls it in the application, and no client calls it"
            .formatted(specification, event.name());
    return new ProblemDocument(403, "internal", Titles.INTERNAL, detail)
        .with("specification", specification)
        .with("key", key)
        .with("event", event.name());
  }

  /** The problem of a client that may not call an event of the instance with that key. */
  static ProblemDocument notPermitted(String specification, String key, EventEntry event) {
    return AccessRefusals.notPermitted(
            "may not call %s.%s of this key".formatted(specification, event.name()))
        .with("specification", specification)
        .with("key", key)
        .with("event", event.name());
  }

  /**
   * Says what is missing in {@code POST /Ticket/…}: the key, where the word is an event's name, and
   * otherwise an event.
   */
  static String missingPart(SpecificationEntry specification, String word) {
    List<String> events = specification.events().stream().map(EventEntry::name).toList();
    if (events.contains(word)) {
      return "a key is missing: POST /%s/{key}/%s".formatted(specification.name(), word);
    }
    return "the name of the %s is missing: POST /%s/{key}/{%s}"
        .formatted(specification.kind(), specification.name(), specification.kind());
  }

  /** Says what is missing in {@code POST /Ticket}. */
  static String missingKey(SpecificationEntry specification) {
    return "a key and the name of the %s are missing: POST /%s/{key}/{%s}"
        .formatted(specification.kind(), specification.name(), specification.kind());
  }

  /** Returns the instance with this key; null if the text cannot be a key. */
  static @Nullable ActorId actor(SpecificationEntry specification, String key) {
    return keyFault(specification, key) == null ? new ActorId(specification.name(), key) : null;
  }

  /** Returns the instance of that key. */
  static ActorId require(SpecificationEntry specification, String key) throws BadRequest {
    ActorId actor = actor(specification, key);
    if (actor == null) {
      throw new BadRequest(400, "bad-key", Titles.BAD_INPUT, badKey(specification, key));
    }
    return actor;
  }

  /** Explains why a text, for which {@link #actor} returns null, is no key. */
  static String badKey(SpecificationEntry specification, String key) {
    return badKey(specification, key, String.valueOf(keyFault(specification, key)));
  }

  private static String badKey(SpecificationEntry specification, String key, String fault) {
    return "'%s' cannot be the key of a %s: %s"
        .formatted(shorten(key), specification.name(), fault);
  }

  /**
   * Explains why no instance can have a key, not even one of an earlier version, which a page may
   * end with although clients may not name it; null if one can.
   */
  static @Nullable String keptKeyFault(SpecificationEntry specification, String key) {
    String fault = keyFault(key, specification.type()::blank);
    return fault == null ? null : badKey(specification, key, fault);
  }

  private static @Nullable String keyFault(SpecificationEntry specification, String key) {
    return keyFault(key, specification.type()::checkKey);
  }

  private static @Nullable String keyFault(String key, Consumer<String> check) {
    String fault = ActorId.keyFault(key);
    if (fault != null) {
      return "a key " + fault;
    }
    try {
      check.accept(key);
      return null;
    } catch (IllegalArgumentException e) {
      return String.valueOf(e.getMessage());
    }
  }

  static String shorten(String text) {
    return text.length() <= 60 ? text : text.substring(0, 60) + "…";
  }
}
