package tutti.rebel.value;

/** The interval at which an event recurs. */
public enum Frequency {
  DAILY("Daily"),
  WEEKLY("Weekly"),
  MONTHLY("Monthly"),
  QUARTERLY("Quarterly"),
  YEARLY("Yearly");

  public static final String EXPECTED = "one of Daily, Weekly, Monthly, Quarterly, Yearly";
  private final String text;

  Frequency(String text) {
    this.text = text;
  }

  public static Frequency parse(String text) {
    return Named.parse(values(), text, EXPECTED);
  }

  @Override
  public String toString() {
    return text;
  }
}
