package tutti.rebel.value;

/** A published rate that a tariff can follow. */
public enum InterestNorm {
  EURIBOR,
  AIRBOR,
  LIBOR,
  INGBASIS,
  LIMITBASED;

  public static final String EXPECTED = "one of EURIBOR, AIRBOR, LIBOR, INGBASIS, LIMITBASED";

  public static InterestNorm parse(String text) {
    return Named.parse(values(), text, EXPECTED);
  }
}
