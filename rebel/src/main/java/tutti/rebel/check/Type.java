package tutti.rebel.check;

/** The type of a value. Its {@code toString} is what an author would write. */
public sealed interface Type {

  /** The types without parts. */
  enum Base implements Type {
    INTEGER("Integer"),
    BOOLEAN("Boolean"),
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
    INTEREST_TARIFF("InterestTariff"),
    /** Of nothing in particular: elements of {@code {}} and what is wrong already. Fits all. */
    ANY("ANY");

    private final String text;

    Base(String text) {
      this.text = text;
    }

    @Override
    public String toString() {
      return text;
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
