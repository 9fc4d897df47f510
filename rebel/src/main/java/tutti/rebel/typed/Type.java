package tutti.rebel.typed;

import org.jspecify.annotations.Nullable;
import tutti.rebel.value.Type.Simple;

/**
 * The type of an expression while it is checked: unlike a {@link tutti.rebel.value.Type}, it may be
 * unknown, and refers to specifications whose keys need not be known yet. {@code toString} gives
 * the type as an author writes it.
 */
public sealed interface Type {

  /** The types without parts. */
  enum Base implements Type {
    INTEGER(Simple.INTEGER),
    BOOLEAN(Simple.BOOLEAN),
    STRING(Simple.STRING),
    MONEY(Simple.MONEY),
    CURRENCY(Simple.CURRENCY),
    PERCENTAGE(Simple.PERCENTAGE),
    DATE(Simple.DATE),
    TIME(Simple.TIME),
    DATE_TIME(Simple.DATE_TIME),
    PERIOD(Simple.PERIOD),
    TERM(Simple.TERM),
    FREQUENCY(Simple.FREQUENCY),
    IBAN(Simple.IBAN),
    INTEREST_NORM(Simple.INTEREST_NORM),
    INTEREST_TARIFF(Simple.INTEREST_TARIFF),
    /**
     * The type of elements of {@code {}} and of expressions with a mistake, which fits all types.
     */
    ANY(null);

    private final @Nullable Simple declared;

    Base(@Nullable Simple declared) {
      this.declared = declared;
    }

    /**
     * The type that a field or parameter of this type has.
     *
     * @throws IllegalStateException for {@link #ANY}, which the checker allows in no declaration
     */
    public Simple declared() {
      if (declared == null) {
        throw new IllegalStateException("the checker let " + this + " be a declared type");
      }
      return declared;
    }

    @Override
    public String toString() {
      return declared == null ? name() : declared.toString();
    }
  }

  record SetOf(Type element) implements Type {
    @Override
    public String toString() {
      return "set[" + element + "]";
    }
  }

  record MapOf(Type key, Type value) implements Type {
    @Override
    public String toString() {
      return "map[" + key + ": " + value + "]";
    }
  }

  /**
   * An instance of a specification; as a value, its key.
   *
   * @param specification index in {@link CheckedApplication#specifications()}
   */
  record Instance(int specification, String name) implements Type {
    @Override
    public String toString() {
      return name;
    }
  }
}
