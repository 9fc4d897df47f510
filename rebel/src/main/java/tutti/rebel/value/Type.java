package tutti.rebel.value;

import java.util.Optional;

/** A type that values can have. {@link #toString} gives the type as a specification writes it. */
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
   * @param key the type of its key field; empty for a singleton, whose only instance has the
   *     specification's name as its key
   */
  record Reference(String specification, Optional<Type> key) implements Type {
    @Override
    public String toString() {
      return specification;
    }
  }
}
