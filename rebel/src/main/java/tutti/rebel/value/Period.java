package tutti.rebel.value;

/** A unit of time in the calendar. */
public enum Period {
  DAY("Day"),
  WEEK("Week"),
  MONTH("Month"),
  QUARTER("Quarter"),
  YEAR("Year");

  public static final String EXPECTED = "one of Day, Week, Month, Quarter, Year";
  private final String text;

  Period(String text) {
    this.text = text;
  }

  public static Period parse(String text) {
    return Named.parse(values(), text, EXPECTED);
  }

  @Override
  public String toString() {
    return text;
  }
}
