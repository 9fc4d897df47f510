package tutti.rebel.check;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tutti.rebel.load.Diagnostics;
import tutti.rebel.syntax.Span;
import tutti.rebel.value.Type;

/**
 * The places that name instances of a specification by a key of the wrong type. Where all of them
 * give the same other type, the one mistake is the type of the key field.
 */
final class WrongKeys {
  private record Place(Type type, Span span, String problem, List<Object> arguments) {}

  private final Map<SpecificationShape, List<Place>> wrong = new LinkedHashMap<>();
  private final Set<SpecificationShape> right = new HashSet<>();

  /** Notes a key of the right type; one whose type is a mistake of its own says nothing. */
  void right(SpecificationShape shape, Type type) {
    if (type != Type.Unknown.ANY && shape.keyType() != Type.Unknown.ANY) {
      right.add(shape);
    }
  }

  /**
   * Notes a key of the wrong type, with the problem to report unless another mistake explains it.
   */
  void wrong(SpecificationShape shape, Type type, Span span, String problem, Object... arguments) {
    List<Object> all = new ArrayList<>(List.of(arguments));
    if (problem.equals("key-type/given")) {
      all.add(shape.keyType());
      all.add(type);
    }
    wrong.computeIfAbsent(shape, _ -> new ArrayList<>()).add(new Place(type, span, problem, all));
  }

  /** Reports the mistakes, when all texts have been checked. */
  void report(Diagnostics diagnostics) {
    wrong.forEach(
        (shape, places) -> {
          Type first = places.getFirst().type();
          if (places.size() > 1
              && !right.contains(shape)
              && Types.canBeKey(first)
              && places.stream().allMatch(each -> each.type().equals(first))
              && shape.key().isPresent()) {
            diagnostics.error(
                shape.key().get().name().span(),
                "key-type/field",
                shape.name(),
                shape.keyType(),
                places.stream().map(Place::span).distinct().count(),
                first,
                shape.key().get().name().text(),
                places.getFirst().span());
          } else {
            places.forEach(
                each -> diagnostics.error(each.span(), each.problem(), each.arguments().toArray()));
          }
        });
  }
}
