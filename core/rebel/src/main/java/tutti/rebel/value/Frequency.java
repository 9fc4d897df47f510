package tutti.rebel.value;

/** The interval at which an event recurs. */
public enum Frequency {
  DAILY,
  WEEKLY,
  MONTHLY,
  QUARTERLY,
  YEARLY;

  public static final String EXPECTED = "one of Daily, Weekly, Monthly, Quarterly, Yearly";

  public static Frequency parse(String text) {
    return Named.parse(values(), text, EXPECTED);
  }

  @Override
  public String toString() {
    return Named.text(this);
  }
}
