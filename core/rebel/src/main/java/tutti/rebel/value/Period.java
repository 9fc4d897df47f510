package tutti.rebel.value;

/** A unit of time in the calendar. */
public enum Period {
  DAY,
  WEEK,
  MONTH,
  QUARTER,
  YEAR;

  public static final String EXPECTED = "one of Day, Week, Month, Quarter, Year";

  public static Period parse(String text) {
    return Named.parse(values(), text, EXPECTED);
  }

  @Override
  public String toString() {
    return Named.text(this);
  }
}
