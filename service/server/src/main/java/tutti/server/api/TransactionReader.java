package tutti.server.api;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonToken;
import tutti.model.ActorId;
import tutti.model.Call;
import tutti.server.access.Entrant;
import tutti.server.catalog.Catalog;
import tutti.server.catalog.EventEntry;
import tutti.server.catalog.NameHint;
import tutti.server.catalog.SpecificationEntry;
import tutti.server.json.BadJson;
import tutti.server.json.JsonFault;
import tutti.server.json.JsonInput;

/**
 * Reads the body of {@code POST /transactions}, or the one event of a batch's item. A member may
 * come before the member that gives it a meaning, so every event is read twice: for its names, then
 * for its arguments.
 */
final class TransactionReader {
  /** The greatest number of events in one request. */
  static final int MOST_EVENTS = 1000;

  private static final List<String> MEMBERS = List.of("specification", "key", "event", "arguments");
  private static final String SHAPE =
      "{\"events\": [{\"specification\", \"key\", \"event\", \"arguments\"}, …]}";

  /** The members of an item of a batch that has one event; its names may be one array. */
  private static final String ITEM_SHAPE =
      "{\"event\": [specification, key, event], \"arguments\"} or " + SHAPE;

  private final Entrant by;
  private final Catalog catalog;
  private final byte[] body;
  private final int length;
  private final List<Names> names = new ArrayList<>();
  private @Nullable BadJson wrongNames;

  /** The names in an event's members, before they are looked up. */
  private static final class Names {
    final Map<String, @Nullable Object> texts = new HashMap<>();
    boolean arguments;

    /** Whether the names stand in one array. */
    boolean inArray;

    /** Returns the place of a name in the event. */
    String place(String member) {
      return inArray ? "/event/" + MEMBERS.indexOf(member) : "/" + member;
    }

    /** Whether the members name the event completely. */
    boolean complete() {
      return MEMBERS.subList(0, 3).stream().allMatch(member -> texts.get(member) != null);
    }
  }

  /**
   * @param by who sent the request
   */
  TransactionReader(Entrant by, byte[] body, int length) {
    this.by = by;
    this.catalog = by.catalog();
    this.body = body;
    this.length = length;
  }

  /**
   * Reads the names of the events.
   *
   * @return whether the application's code runs while their arguments are read
   * @throws BadJson if the body is not what can be read further
   * @throws BadRequest if it names events that no client may call, or not this one
   */
  boolean runsCode() throws BadJson, BadRequest {
    try {
      readNames(names);
    } catch (BadJson bad) {
      if (!bad.readable()) {
        throw bad;
      }
      wrongNames = bad;
    }
    requireCallable();
    return names.stream()
        .map(this::event)
        .anyMatch(event -> event != null && event.arguments().runsCode());
  }

  /** Returns the event that the names are of; null if there is none. */
  private @Nullable EventEntry event(Names event) {
    SpecificationEntry type =
        event.complete() ? catalog.specification(text(event, "specification")) : null;
    return type == null ? null : type.event(text(event, "event"));
  }

  private void requireCallable() throws BadRequest {
    ProblemDocument first = null;
    List<JsonFault> all = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      ProblemDocument problem = uncallable(names.get(i));
      if (problem != null) {
        all.add(new JsonFault(problem.code(), "/events/" + i + "/event", problem.detail()));
        first = first == null ? problem : first;
      }
    }
    if (first != null) {
      throw new BadRequest(first.withErrors(all));
    }
  }

  /** Returns why an event may not be called; null if it may, or there is none of the name. */
  private @Nullable ProblemDocument uncallable(Names names) {
    EventEntry event = event(names);
    if (event == null) {
      return null;
    }
    String type = event.action().type().name();
    String key = text(names, "key");
    if (event.internal()) {
      return Lookup.internal(type, key, event);
    }
    return by.mayCall(type, event.name(), key) ? null : Lookup.notPermitted(type, key, event);
  }

  /**
   * Reads the one event of an item, {@code {"event": [specification, key, event], "arguments"}}, or
   * with the members of an event of a transaction.
   */
  Call readOne() throws BadJson, BadRequest {
    Names read;
    try (JsonInput in = new JsonInput(body, length)) {
      in.next();
      read = names(in, true);
      in.end();
    }
    ProblemDocument uncallable = uncallable(read);
    if (uncallable != null) {
      throw new BadRequest(uncallable);
    }
    try (JsonInput in = new JsonInput(body, length)) {
      in.next();
      Call call = call(in, read);
      in.requireNoFaults();
      return Objects.requireNonNull(call);
    }
  }

  /** Returns whether an item of a batch has the member that makes it a transaction of events. */
  static boolean hasEvents(byte[] item, int length) throws BadJson {
    try (JsonInput in = new JsonInput(item, length)) {
      if (in.next() != JsonToken.START_OBJECT) {
        throw new BadJson("wrong-type", "", "expected " + ITEM_SHAPE + ", found " + in.kind());
      }
      while (in.next() == JsonToken.PROPERTY_NAME) {
        if (in.name().equals("events")) {
          return true;
        }
        in.next();
        in.skip();
      }
      return false;
    }
  }

  /** Reads the events, after their names. */
  List<Call> read() throws BadJson {
    BadJson wrong = wrongNames;
    try {
      List<Call> calls = calls();
      if (wrong == null) {
        return calls;
      }
    } catch (BadJson wrongValues) {
      throw wrong == null ? wrongValues : wrong.and(wrongValues);
    }
    throw wrong;
  }

  /** Returns the calls of the events whose names could be read. */
  private List<Call> calls() throws BadJson {
    try (JsonInput in = new JsonInput(body, length)) {
      List<Call> calls = new ArrayList<>(names.size());
      toEvents(in);
      for (Names name : names) {
        in.next();
        Call call = name.complete() ? call(in, name) : null;
        if (call == null) {
          in.skip();
        } else {
          calls.add(call);
        }
      }
      // The end was looked at with the names, unless there were too many of them.
      in.requireNoFaults();
      return calls;
    }
  }

  private void readNames(List<Names> all) throws BadJson {
    try (JsonInput in = new JsonInput(body, length)) {
      toEvents(in);
      while (in.next() != JsonToken.END_ARRAY) {
        if (all.size() == MOST_EVENTS) {
          throw new BadJson(
              "too-many-events", "/events", "at most " + MOST_EVENTS + " events may stand here");
        }
        all.add(names(in, false));
      }
      if (all.isEmpty()) {
        in.fault("no-events", "/events", "there is no event; expected at least one");
      }
      while (in.next() == JsonToken.PROPERTY_NAME) {
        String name = in.name();
        in.next();
        in.fault(
            name.equals("events") ? "duplicate-field" : "unknown-field",
            name.equals("events")
                ? "the field 'events' stands twice"
                : "unknown field '" + name + "'; expected " + SHAPE);
        in.skip();
      }
      in.end();
    }
  }

  /** Moves to the beginning of the array of events. */
  private void toEvents(JsonInput in) throws BadJson {
    if (in.next() != JsonToken.START_OBJECT) {
      throw new BadJson("wrong-type", "", "expected " + SHAPE + ", found " + in.kind());
    }
    JsonToken token = in.next();
    if (token != JsonToken.PROPERTY_NAME) {
      throw new BadJson("missing-field", "/events", "the field 'events' is missing: " + SHAPE);
    }
    String name = in.name();
    token = in.next();
    if (!name.equals("events")) {
      throw new BadJson(
          "unknown-field", in.pointer(), "unknown field '" + name + "'; expected " + SHAPE);
    }
    if (token != JsonToken.START_ARRAY) {
      throw new BadJson("wrong-type", "/events", "expected an array, found " + in.kind());
    }
  }

  /**
   * @param array whether {@code event} may be an array of all three names
   */
  private static Names names(JsonInput in, boolean array) throws BadJson {
    Names names = new Names();
    if (in.current() != JsonToken.START_OBJECT) {
      in.fault("wrong-type", "expected an event, an object, found " + in.kind());
      in.skip();
      return names;
    }
    String place = in.pointer();
    while (in.next() == JsonToken.PROPERTY_NAME) {
      String name = in.name();
      JsonToken token = in.next();
      boolean arguments = name.equals("arguments");
      if (!MEMBERS.contains(name)) {
        in.fault("unknown-field", "unknown field '" + name + "'; " + NameHint.of(name, MEMBERS));
        in.skip();
      } else if (arguments ? names.arguments : names.texts.containsKey(name)) {
        in.fault("duplicate-field", "the field '" + name + "' stands twice");
        in.skip();
      } else if (arguments) {
        names.arguments = true;
        in.skip();
      } else if (array && name.equals("event") && token == JsonToken.START_ARRAY) {
        names.inArray = true;
        readArray(in, names);
      } else if (token == JsonToken.VALUE_STRING
          || name.equals("key") && token == JsonToken.VALUE_NUMBER_INT) {
        names.texts.put(name, String.valueOf(in.tree()));
      } else {
        in.fault("wrong-type", "expected a string, found " + in.kind());
        names.texts.put(name, null);
        in.skip();
      }
    }
    for (String member : MEMBERS.subList(0, 3)) {
      if (!names.texts.containsKey(member)) {
        in.fault("missing-field", place + "/" + member, "the field '" + member + "' is missing");
      }
    }
    return names;
  }

  /** Reads the names of an event that stand in one array. */
  private static void readArray(JsonInput in, Names names) throws BadJson {
    String place = in.pointer();
    List<@Nullable Object> texts = new ArrayList<>();
    while (in.next() != JsonToken.END_ARRAY) {
      boolean isName =
          in.current() == JsonToken.VALUE_STRING
              || texts.size() == 1 && in.current() == JsonToken.VALUE_NUMBER_INT;
      texts.add(isName ? in.tree() : null);
      if (!isName) {
        in.skip();
      }
    }
    boolean isWrong = texts.size() != 3 || texts.contains(null);
    if (isWrong) {
      in.fault("wrong-type", place, "expected [specification, key, event], three strings");
    }
    for (int i = 0; i < 3; i++) {
      String member = MEMBERS.get(i);
      if (i < 2 && names.texts.containsKey(member)) {
        in.fault("duplicate-field", place, "the event has a '" + member + "' beside the array");
      }
      names.texts.put(member, isWrong ? null : texts.get(i));
    }
  }

  /**
   * Looks the names up and reads the arguments of the event that the current token begins; null
   * after a fault, and the input is then still at the event's beginning.
   */
  private @Nullable Call call(JsonInput in, Names names) throws BadJson {
    String place = in.pointer();
    String specificationName = text(names, "specification");
    SpecificationEntry specification = catalog.specification(specificationName);
    if (specification == null) {
      in.fault(
          "unknown-specification",
          place + names.place("specification"),
          Lookup.noSpecification(specificationName, catalog));
      return null;
    }
    String eventName = text(names, "event");
    EventEntry event = specification.event(eventName);
    if (event == null) {
      in.fault(
          "unknown-event", place + names.place("event"), Lookup.noEvent(eventName, specification));
      return null;
    }
    ActorId actor = Lookup.actor(specification, text(names, "key"));
    if (actor == null) {
      in.fault(
          "bad-key", place + names.place("key"), Lookup.badKey(specification, text(names, "key")));
      return null;
    }
    int faults = in.faultCount();
    List<Object> arguments =
        names.arguments ? List.of() : ArgumentReader.absent(in, place + "/arguments", event);
    if (in.faultCount() > faults) {
      return null;
    }
    while (in.next() == JsonToken.PROPERTY_NAME) {
      boolean here = in.name().equals("arguments");
      in.next();
      if (here) {
        arguments = ArgumentReader.read(in, event);
      } else {
        in.skip();
      }
    }
    return new Call(actor, event.action(), arguments);
  }

  private static String text(Names names, String member) {
    return String.valueOf(names.texts.get(member));
  }
}
