package tutti.rebel.compile;

import java.util.List;
import java.util.Optional;
import tutti.rebel.check.CheckedSpecification;
import tutti.rebel.check.Type.Base;
import tutti.rebel.value.Type;

/** The types of values, from the checker's types. */
final class Types {
  private Types() {}

  static Type of(tutti.rebel.check.Type type, List<CheckedSpecification> specifications) {
    return switch (type) {
      case Base base -> simple(base);
      case tutti.rebel.check.Type.SetOf(var element) -> new Type.SetOf(of(element, specifications));
      case tutti.rebel.check.Type.MapOf(var key, var value) ->
          new Type.MapOf(of(key, specifications), of(value, specifications));
      case tutti.rebel.check.Type.Instance(int index, _) ->
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

  private static Type.Simple simple(Base base) {
    return switch (base) {
      case INTEGER -> Type.Simple.INTEGER;
      case BOOLEAN -> Type.Simple.BOOLEAN;
      case STRING -> Type.Simple.STRING;
      case MONEY -> Type.Simple.MONEY;
      case CURRENCY -> Type.Simple.CURRENCY;
      case PERCENTAGE -> Type.Simple.PERCENTAGE;
      case DATE -> Type.Simple.DATE;
      case TIME -> Type.Simple.TIME;
      case DATE_TIME -> Type.Simple.DATE_TIME;
      case PERIOD -> Type.Simple.PERIOD;
      case TERM -> Type.Simple.TERM;
      case FREQUENCY -> Type.Simple.FREQUENCY;
      case IBAN -> Type.Simple.IBAN;
      case INTEREST_NORM -> Type.Simple.INTEREST_NORM;
      case INTEREST_TARIFF -> Type.Simple.INTEREST_TARIFF;
      case ANY -> throw new IllegalArgumentException("the checker let ANY be a declared type");
    };
  }
}
