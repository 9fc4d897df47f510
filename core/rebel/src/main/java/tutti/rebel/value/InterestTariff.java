package tutti.rebel.value;

import java.util.Optional;

/** An agreement on an interest. The tariff is data only: Rebel has no arithmetic for it. */
public sealed interface InterestTariff {

  /** {@code fixed 5%}. */
  record Fixed(Percentage percentage) implements InterestTariff {
    @Override
    public String toString() {
      return "fixed " + percentage;
    }
  }

  /** {@code norm EURIBOR}. */
  record NormBased(InterestNorm norm) implements InterestTariff {
    @Override
    public String toString() {
      return "norm " + norm;
    }
  }

  /** {@code base ++ addition}. */
  record Raised(InterestTariff base, InterestTariff addition) implements InterestTariff {
    @Override
    public String toString() {
      return TariffText.of(this);
    }
  }

  /** {@code base -- deduction}. */
  record Lowered(InterestTariff base, InterestTariff deduction) implements InterestTariff {
    @Override
    public String toString() {
      return TariffText.of(this);
    }
  }

  /** {@code base bounded by min = … max = …}. */
  record Bounded(InterestTariff base, Optional<InterestTariff> min, Optional<InterestTariff> max)
      implements InterestTariff {
    @Override
    public String toString() {
      return TariffText.of(this);
    }
  }

  /**
   * Reads the text that {@link Object#toString} writes, in the form of specifications: {@code ++}
   * and {@code --} group to the left, and a bound reaches as far as it can.
   *
   * @throws NotAValue if the text is not a tariff, or one of more than 1,000 parts
   */
  static InterestTariff parse(String text) {
    return new TariffReader(text, TariffReader.MOST_PARTS).read();
  }

  /**
   * Reads the text of a tariff that was taken earlier, however many parts it has.
   *
   * @throws NotAValue if the text is not a tariff
   */
  static InterestTariff parseStored(String text) {
    return new TariffReader(text, Integer.MAX_VALUE).read();
  }
}
