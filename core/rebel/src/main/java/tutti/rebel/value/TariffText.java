package tutti.rebel.value;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Writes the text of an {@link InterestTariff}. A tariff that was stored by an earlier version of
 * Tutti may have thousands of parts, one behind another: they take no stack.
 */
final class TariffText {
  private TariffText() {}

  static String of(InterestTariff tariff) {
    Deque<String> parts = new ArrayDeque<>();
    InterestTariff rest = tariff;
    while (rest != null) {
      rest =
          switch (rest) {
            case InterestTariff.Raised(InterestTariff base, InterestTariff addition) -> {
              parts.push(" ++ " + addition);
              yield base;
            }
            case InterestTariff.Lowered(InterestTariff base, InterestTariff deduction) -> {
              parts.push(" -- " + deduction);
              yield base;
            }
            case InterestTariff.Bounded(InterestTariff base, var min, var max) -> {
              max.ifPresent(bound -> parts.push(" max = " + bound));
              min.ifPresent(bound -> parts.push(" min = " + bound));
              parts.push(" bounded by");
              yield base;
            }
            case InterestTariff.Fixed _, InterestTariff.NormBased _ -> {
              parts.push(rest.toString());
              yield null;
            }
          };
    }
    return String.join("", parts);
  }
}
