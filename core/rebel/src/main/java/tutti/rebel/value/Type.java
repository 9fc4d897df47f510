package tutti.rebel.value;

import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A type that values can have. {@link Object#toString} gives the type as an author writes it. */
public sealed interface Type {
  /** The types that have no parts. */
  enum Simple implements Type {
    BOOLEAN("Boolean", "true or false", CanonicalKeys::parseBoolean),
    INTEGER("Integer", Integers.EXPECTED, Integers::parse),
    STRING("String", "a string", CanonicalKeys::wellFormed),
    MONEY("Money", Money.EXPECTED, Money::parse),
    CURRENCY("Currency", Currency.EXPECTED, Currency::parse),
    PERCENTAGE("Percentage", Percentage.EXPECTED, Percentage::parse),
    DATE("Date", Dates.DATE, Dates::parseDate),
    TIME("Time", Dates.TIME, Dates::parseTime),
    DATE_TIME("DateTime", Dates.DATE_TIME, Dates::parseDateTime),
    PERIOD("Period", Period.EXPECTED, Period::parse),
    TERM("Term", Term.EXPECTED, Term::parse),
    FREQUENCY("Frequency", Frequency.EXPECTED, Frequency::parse),
    IBAN("IBAN", Iban.EXPECTED, Iban::parse),
    INTEREST_NORM("InterestNorm", InterestNorm.EXPECTED, InterestNorm::parse),
    INTEREST_TARIFF("InterestTariff", TariffReader.EXPECTED, InterestTariff::parse);

    private final String text;
    private final String expected;
    private final Function<String, Object> parser;

    Simple(String text, String expected, Function<String, Object> parser) {
      this.text = text;
      this.expected = expected;
      this.parser = parser;
    }

    /** The form of a value in a request: a noun phrase with an example. */
    public String expected() {
      return expected;
    }

    /**
     * Reads the text of a value.
     *
     * @throws NotAValue if the text is not a value of this type
     */
    Object parse(String text) {
      return parser.apply(text);
    }

    @Override
    public String toString() {
      return text;
    }
  }

  /**
   * The type of elements of {@code {}} and of expressions with a mistake, which fits all types. No
   * field or parameter of a checked application has it.
   */
  enum Unknown implements Type {
    ANY;

    /** The bug in the checker because of which a value would need this type. */
    public IllegalStateException unexpected() {
      return new IllegalStateException("the checker let " + this + " be a declared type");
    }
  }

  /** {@code set[element]}. */
  record SetOf(Type element) implements Type {
    @Override
    public String toString() {
      return "set[" + element + "]";
    }
  }

  /** {@code map[key: value]}. */
  record MapOf(Type key, Type value) implements Type {
    @Override
    public String toString() {
      return "map[" + key + ": " + value + "]";
    }
  }

  /** An instance of a specification, named by its key. */
  final class Reference implements Type {
    private final String specification;
    private final int index;
    private final Supplier<Optional<Type>> key;

    /**
     * @param specification the specification's name
     * @param index the specification's place among those of the application
     * @param key the type of the key, which may be known later than the name
     */
    public Reference(String specification, int index, Supplier<Optional<Type>> key) {
      this.specification = specification;
      this.index = index;
      this.key = key;
    }

    public String specification() {
      return specification;
    }

    public int index() {
      return index;
    }

    /**
     * The type of the specification's key field; empty for a singleton, whose only instance has the
     * specification's name as its key.
     */
    public Optional<Type> key() {
      return key.get();
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return this == other
          || other instanceof Reference that
              && specification.equals(that.specification)
              && key().equals(that.key());
    }

    @Override
    public int hashCode() {
      return specification.hashCode();
    }

    @Override
    public String toString() {
      return specification;
    }
  }
}
