package tutti.rebel.compile;

import java.util.List;
import java.util.Optional;
import tutti.rebel.typed.CheckedSpecification;
import tutti.rebel.typed.Type.Base;
import tutti.rebel.value.Type;

/** Converts the checker's types into types of values. */
final class Types {
  private Types() {}

  static Type of(tutti.rebel.typed.Type type, List<CheckedSpecification> specifications) {
    return switch (type) {
      case Base base -> base.declared();
      case tutti.rebel.typed.Type.SetOf(var element) -> new Type.SetOf(of(element, specifications));
      case tutti.rebel.typed.Type.MapOf(var key, var value) ->
          new Type.MapOf(of(key, specifications), of(value, specifications));
      case tutti.rebel.typed.Type.Instance(int index, _) ->
          reference(specifications.get(index), specifications);
    };
  }

  static Type.Reference reference(
      CheckedSpecification specification, List<CheckedSpecification> specifications) {
    int key = specification.key();
    return new Type.Reference(
        specification.name(),
        key < 0
            ? Optional.empty()
            : Optional.of(of(specification.fields().get(key).type(), specifications)));
  }
}
