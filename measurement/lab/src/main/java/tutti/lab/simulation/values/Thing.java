package tutti.lab.simulation.values;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.random.RandomGenerator;
import tutti.simulator.world.Seeds;

/**
 * A row with a component of each type. All components follow from the row's name and its stamp,
 * which is the number of the write that made it. No two writes have equal stamps.
 */
record Thing(
    String name,
    long stamp,
    long number,
    BigDecimal exact,
    Instant at,
    Duration span,
    LocalDate day,
    Rest rest) {
  /** The components by which no relation is ordered. */
  record Rest(Numbers numbers, Texts texts, LocalDateTime local, UUID id) {}

  record Numbers(byte tiny, short small, int middle, float single, double real, BigInteger whole) {}

  record Texts(
      String text,
      Optional<String> note,
      List<String> list,
      Set<Long> set,
      Map<String, Optional<BigDecimal>> map,
      boolean flag,
      Grade grade) {}

  enum Grade {
    LOW,
    @SuppressWarnings("UnicodeInCode") // a name that is unusual
    ÜBER,
    HIGH
  }

  /** Returns the row of that name that the write with that number makes. */
  static Thing of(String name, long stamp) {
    RandomGenerator random = Seeds.stream(stamp, "thing");
    Extremes some = new Extremes(random);
    Numbers numbers =
        new Numbers(
            (byte) some.number(),
            (short) some.number(),
            (int) some.number(),
            some.single(),
            some.real(),
            some.whole());
    Texts texts =
        new Texts(
            some.text(),
            random.nextBoolean() ? Optional.of(some.text()) : Optional.empty(),
            List.of(some.text(), some.text()),
            random.nextBoolean() ? Set.of() : Set.of(some.number()),
            random.nextBoolean()
                ? Map.of(some.text(), Optional.empty())
                : Map.of(some.text(), Optional.of(some.exact())),
            random.nextBoolean(),
            some.one(List.of(Grade.values())));
    Rest rest = new Rest(numbers, texts, some.local(), some.id());
    return new Thing(
        name, stamp, some.number(), some.exact(), some.at(), some.span(), some.day(), rest);
  }

  /** Returns whether all components are as they were put in. */
  boolean isSound() {
    return equals(of(name, stamp));
  }
}
