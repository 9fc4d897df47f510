package tutti.rebel.check;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tutti.rebel.check.EventChecker.Result;
import tutti.rebel.check.SpecificationShape.FieldShape;
import tutti.rebel.load.Diagnostics;
import tutti.rebel.typed.TypedTrees;
import tutti.rebel.value.Type;

/**
 * Decides which fields may be without a value. A field that every creating event determines always
 * has one. A field that no creating event determines but a later one does, without reading its old
 * value, is optional. Other fields are mistakes: a field that no event gives its first value, or
 * that only some creating events determine.
 */
record Determination(Diagnostics diagnostics) {
  /** Whether each field is optional, by its index. */
  Map<Integer, Boolean> check(SpecificationShape shape, List<Result> events) {
    Map<Integer, Boolean> optional = new LinkedHashMap<>();
    List<Result> creating =
        events.stream().filter(result -> shape.creates(result.event().name())).toList();
    for (FieldShape field : shape.fields.values()) {
      if (field.type() == Type.Unknown.ANY) {
        continue; // Its type is a mistake that has been reported.
      }
      optional.put(field.index(), !field.key() && optional(shape, field, creating, events));
    }
    return optional;
  }

  private boolean optional(
      SpecificationShape shape, FieldShape field, List<Result> creating, List<Result> events) {
    int index = field.index();
    String name = field.name().text();
    List<Result> always =
        creating.stream().filter(result -> result.determined().contains(index)).toList();
    boolean sometimes = creating.stream().anyMatch(result -> result.partial().contains(index));
    if (always.isEmpty() && !sometimes) {
      boolean later = events.stream().anyMatch(result -> givesFirst(result, index));
      if (!later && !creating.isEmpty()) {
        diagnostics.error(field.name().span(), "undetermined/never", shape.name(), name);
      }
      return true;
    }
    for (Result result : creating) {
      boolean partial = result.partial().contains(index);
      if (partial || !result.determined().contains(index)) {
        diagnostics.error(
            result.event().span(),
            partial ? "undetermined/partial" : "undetermined/created",
            result.event().name(),
            shape.name(),
            name,
            partial ? "" : help(name, always));
      }
    }
    return false;
  }

  private static String help(String field, List<Result> always) {
    return always.isEmpty()
        ? "Write `new this." + field + " == …`."
        : "`%s` gives it one; write `new this.%s == …` here too."
            .formatted(always.getFirst().event().name(), field);
  }

  /** Whether the event can give the field a value when it has none: without reading the old one. */
  private static boolean givesFirst(Result result, int field) {
    return result.event().effects().stream()
        .filter(effect -> effect.field() == field)
        .anyMatch(
            effect -> result.partial().contains(field) || !TypedTrees.reads(effect.value(), field));
  }
}
