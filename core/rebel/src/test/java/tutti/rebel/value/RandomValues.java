package tutti.rebel.value;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.SplittableRandom;

/** Values drawn from a seed, small and at their limits. */
final class RandomValues {
  private final SplittableRandom random;

  RandomValues(long seed) {
    random = new SplittableRandom(seed);
  }

  Type type(int depth) {
    int kind = random.nextInt(depth > 0 ? 18 : 15);
    Type.Simple[] simple = Type.Simple.values();
    return switch (kind) {
      case 15 -> new Type.SetOf(type(depth - 1));
      case 16 -> new Type.MapOf(simple[random.nextInt(simple.length)], type(depth - 1));
      case 17 -> {
        Optional<Type> key = Optional.of(simple[random.nextInt(simple.length)]);
        yield new Type.Reference("Thing", 0, () -> key);
      }
      default -> simple[kind];
    };
  }

  Object value(Type type) {
    return switch (type) {
      case Type.Simple simple -> simple(simple);
      case Type.Unknown any -> throw any.unexpected();
      case Type.SetOf set -> {
        List<Object> elements = new ArrayList<>();
        int size = random.nextInt(5);
        for (int i = 0; i < size; i++) {
          elements.add(value(set.element()));
        }
        yield SetValue.of(elements);
      }
      case Type.MapOf map -> {
        MapValue entries = MapValue.EMPTY;
        int size = random.nextInt(5);
        for (int i = 0; i < size; i++) {
          entries = entries.with(value(map.key()), value(map.value()));
        }
        yield entries;
      }
      case Type.Reference reference -> key(reference.key().orElseThrow());
    };
  }

  private Object key(Type type) {
    Object key = value(type);
    return key instanceof Infinity || CanonicalKeys.text(key).isEmpty() ? key(type) : key;
  }

  private Object simple(Type.Simple type) {
    return switch (type) {
      case BOOLEAN -> random.nextBoolean();
      case INTEGER -> integer();
      case STRING -> text();
      case MONEY -> money(random.nextBoolean() ? Currency.EUR : Currency.of("GBP"));
      case CURRENCY -> currency();
      case PERCENTAGE -> Percentage.of(new BigDecimal(number(), random.nextInt(13)));
      case DATE -> date();
      case TIME -> LocalTime.ofSecondOfDay(random.nextInt(86_400));
      case DATE_TIME -> time();
      case PERIOD -> Period.values()[random.nextInt(5)];
      case TERM -> Term.of((long) random.nextInt(-1000, 1000), Period.values()[random.nextInt(5)]);
      case FREQUENCY -> Frequency.values()[random.nextInt(5)];
      case IBAN -> Iban.of("NL", "BANK" + random.nextInt(100_000, 1_000_000));
      case INTEREST_NORM -> InterestNorm.values()[random.nextInt(5)];
      case INTEREST_TARIFF -> tariff(2);
    };
  }

  /** Up to 38 digits, often few. */
  BigInteger number() {
    BigInteger limit = BigInteger.TEN.pow(random.nextBoolean() ? 3 : random.nextInt(1, 39));
    BigInteger value = new BigInteger(127, new Random(random.nextLong()));
    value = value.mod(limit);
    return random.nextBoolean() ? value : value.negate();
  }

  Object integer() {
    return switch (random.nextInt(10)) {
      case 0 -> Infinity.POSITIVE;
      case 1 -> Infinity.NEGATIVE;
      case 2 -> Long.MAX_VALUE;
      case 3 -> Long.MIN_VALUE;
      default -> Integers.of(number());
    };
  }

  Money money(Currency currency) {
    return Money.ofThousandths(currency, number());
  }

  private Currency currency() {
    return Currency.of(
        "" + (char) random.nextInt('A', '[') + (char) random.nextInt('A', '[') + 'X');
  }

  private String text() {
    StringBuilder text = new StringBuilder();
    int length = random.nextInt(8);
    for (int i = 0; i < length; i++) {
      text.appendCodePoint(
          switch (random.nextInt(4)) {
            case 0 -> random.nextInt(0x20);
            case 1 -> random.nextInt(0x10000, 0x10FFFF);
            case 2 -> random.nextInt(0x80, 0xD800);
            default -> random.nextInt(0x20, 0x7F);
          });
    }
    return text.toString();
  }

  private LocalDate date() {
    long first = LocalDate.of(1, 1, 1).toEpochDay();
    long last = LocalDate.of(9999, 12, 31).toEpochDay();
    return LocalDate.ofEpochDay(random.nextLong(first, last + 1));
  }

  private LocalDateTime time() {
    return date().atTime(LocalTime.ofSecondOfDay(random.nextInt(86_400)));
  }

  private InterestTariff tariff(int depth) {
    InterestTariff simple =
        random.nextBoolean()
            ? new InterestTariff.Fixed(Percentage.of(random.nextInt(20)))
            : new InterestTariff.NormBased(InterestNorm.values()[random.nextInt(5)]);
    return switch (depth == 0 ? 0 : random.nextInt(4)) {
      case 1 -> new InterestTariff.Raised(simple, tariff(0));
      case 2 -> new InterestTariff.Lowered(simple, tariff(0));
      case 3 ->
          new InterestTariff.Bounded(
              simple, Optional.of(tariff(depth - 1)), Optional.of(tariff(0)));
      default -> simple;
    };
  }
}
