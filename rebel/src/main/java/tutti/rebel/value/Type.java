package tutti.rebel.value;

import java.util.List;
import java.util.stream.Collectors;

/** A type that values can have. Its {@link #toString} is what a specification writes. */
public sealed interface Type {

  /** The types that have no parts. */
  enum Simple implements Type {
    BOOLEAN("Boolean"),
    INTEGER("Integer"),
    STRING("String"),
    MONEY("Money"),
    CURRENCY("Currency"),
    PERCENTAGE("Percentage"),
    DATE("Date"),
    TIME("Time"),
    DATE_TIME("DateTime"),
    PERIOD("Period"),
    TERM("Term"),
    FREQUENCY("Frequency"),
    IBAN("IBAN"),
    INTEREST_NORM("InterestNorm"),
    INTEREST_TARIFF("InterestTariff");

    private final String text;

    Simple(String text) {
      this.text = text;
    }

    @Override
    public String toString() {
      return text;
    }
  }

  /** {@code set[element]}. */
  record SetOf(Type element) implements Type {
    @Override
    public String toString() {
      return "set[" + element + "]";
    }
  }

  /** {@code map[key : value]}. */
  record MapOf(Type key, Type value) implements Type {
    @Override
    public String toString() {
      return "map[" + key + " : " + value + "]";
    }
  }

  /**
   * An instance of a specification, named by its key.
   *
   * @param specification the specification's name
   * @param key the types of its key fields, in their order; empty for a singleton
   */
  record Reference(String specification, List<Type> key) implements Type {
    @Override
    public String toString() {
      return specification;
    }
  }

  /** The types in a parameter list, for messages. */
  static String list(List<Type> types) {
    return types.stream().map(Type::toString).collect(Collectors.joining(", ", "(", ")"));
  }
}
