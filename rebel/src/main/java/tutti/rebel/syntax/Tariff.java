package tutti.rebel.syntax;

import java.math.BigInteger;
import java.util.Optional;

/** The parts of an InterestTariff as it is written. */
public sealed interface Tariff {

  /** {@code fixed 3%}. */
  record Fixed(BigInteger percentage) implements Tariff {}

  /** {@code norm EURIBOR}. */
  record Norm(String name) implements Tariff {}

  /** {@code base ++ addition}. */
  record Plus(Tariff base, Tariff addition) implements Tariff {}

  /** {@code base -- deduction}. */
  record Minus(Tariff base, Tariff deduction) implements Tariff {}

  /** {@code base bounded by min = … max = …}. */
  record Bounded(Tariff base, Optional<Tariff> min, Optional<Tariff> max) implements Tariff {}
}
