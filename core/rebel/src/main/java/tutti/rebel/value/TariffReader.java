package tutti.rebel.value;

import java.util.Optional;

/** Reads the text of an {@link InterestTariff}, word by word. */
public final class TariffReader {
  public static final String EXPECTED =
      "an interest tariff such as \"fixed 5%\" or \"norm EURIBOR ++ fixed 1%\"";
  private static final int LONGEST = 100_000;
  private static final int DEEPEST = 200;

  /** A tariff has so many fixed and norm-based parts and bounds at most. */
  static final int MOST_PARTS = 1000;

  private final String text;
  private final int mostParts;
  private final String[] words;
  private int next;
  private int depth;
  private int parts;

  TariffReader(String text, int mostParts) {
    this.text = text;
    this.mostParts = mostParts;
    this.words = text.length() > LONGEST ? new String[0] : text.strip().split("\\s+");
  }

  InterestTariff read() {
    InterestTariff tariff = tariff();
    if (next < words.length) {
      throw bad();
    }
    return tariff;
  }

  private InterestTariff tariff() {
    if (++depth > DEEPEST) {
      throw bad();
    }
    InterestTariff tariff = simple();
    while (true) {
      if (++parts > mostParts) {
        throw new NotAValue(EXPECTED + ", with at most " + mostParts + " parts", text);
      }
      switch (next < words.length ? words[next++] : "") {
        case "++" -> tariff = new InterestTariff.Raised(tariff, simple());
        case "--" -> tariff = new InterestTariff.Lowered(tariff, simple());
        case "bounded" -> tariff = bounded(tariff);
        case "" -> {
          return tariff;
        }
        default -> {
          next--;
          return tariff;
        }
      }
    }
  }

  private InterestTariff simple() {
    return switch (word()) {
      case "fixed" -> new InterestTariff.Fixed(Percentage.parse(word()));
      case "norm" -> new InterestTariff.NormBased(InterestNorm.parse(word()));
      default -> throw bad();
    };
  }

  private InterestTariff bounded(InterestTariff base) {
    expect("by");
    return new InterestTariff.Bounded(base, bound("min"), bound("max"));
  }

  private Optional<InterestTariff> bound(String name) {
    if (next >= words.length || !words[next].equals(name)) {
      return Optional.empty();
    }
    next++;
    expect("=");
    return Optional.of(tariff());
  }

  private void expect(String expected) {
    if (!word().equals(expected)) {
      throw bad();
    }
  }

  private String word() {
    if (next >= words.length) {
      throw bad();
    }
    return words[next++];
  }

  private NotAValue bad() {
    return new NotAValue(EXPECTED, text);
  }
}
