package tutti.rebel.form;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.model.MalformedData;
import tutti.model.ValueCodec;
import tutti.rebel.value.Currency;
import tutti.rebel.value.Dates;
import tutti.rebel.value.Frequency;
import tutti.rebel.value.Iban;
import tutti.rebel.value.Infinity;
import tutti.rebel.value.Integers;
import tutti.rebel.value.InterestNorm;
import tutti.rebel.value.InterestTariff;
import tutti.rebel.value.MapValue;
import tutti.rebel.value.Money;
import tutti.rebel.value.NotAValue;
import tutti.rebel.value.Percentage;
import tutti.rebel.value.Period;
import tutti.rebel.value.SetValue;
import tutti.rebel.value.Term;
import tutti.rebel.value.ValueRefused;
import tutti.rebel.value.Values;

/**
 * Bytes for Rebel values: a tag, then the value. Equal values have equal bytes, and only those
 * bytes are read back. Thread-safe.
 */
public final class RebelCodec implements ValueCodec {
  /** The greatest depth of nested sets and maps in bytes. */
  private static final int DEEPEST = 64;

  private static final int NONE = 0;
  private static final int FALSE = 1;
  private static final int TRUE = 2;
  private static final int LONG = 3;
  private static final int BIG = 4;
  private static final int INFINITE = 5;
  private static final int STRING = 6;
  private static final int MONEY = 7;
  private static final int BIG_MONEY = 8;
  private static final int CURRENCY = 9;
  private static final int PERCENTAGE = 10;
  private static final int DATE = 11;
  private static final int TIME = 12;
  private static final int DATE_TIME = 13;
  private static final int PERIOD = 14;
  private static final int FREQUENCY = 15;
  private static final int TERM = 16;
  private static final int IBAN = 17;
  private static final int NORM = 18;
  private static final int TARIFF = 19;
  private static final int SET = 20;
  private static final int MAP = 21;

  @Override
  public void encode(@Nullable Object value, Encoder out) {
    switch (value) {
      case null -> out.putByte(NONE);
      case Long number -> out.putByte(LONG).putSigned(number);
      case Money money -> encodeMoney(money, out);
      case String text -> out.putByte(STRING).putString(text);
      case Iban iban -> out.putByte(IBAN).putString(iban.text());
      case Boolean truth -> out.putByte(truth ? TRUE : FALSE);
      case BigInteger number -> out.putByte(BIG).putBytes(number.toByteArray());
      case Infinity infinity -> out.putByte(INFINITE).putByte(infinity.ordinal());
      case Currency currency -> putCurrency(currency, out.putByte(CURRENCY));
      case Percentage percentage ->
          out.putByte(PERCENTAGE)
              .putByte(percentage.scale())
              .putBytes(percentage.unscaled().toByteArray());
      case LocalDate date -> out.putByte(DATE).putSigned(date.toEpochDay());
      case LocalTime time -> out.putByte(TIME).putVarLong(time.toSecondOfDay());
      case LocalDateTime time ->
          out.putByte(DATE_TIME).putSigned(time.toEpochSecond(ZoneOffset.UTC));
      case Period period -> out.putByte(PERIOD).putByte(period.ordinal());
      case Frequency frequency -> out.putByte(FREQUENCY).putByte(frequency.ordinal());
      case Term term -> out.putByte(TERM).putBoolean(term.months()).putSigned(term.count());
      case InterestNorm norm -> out.putByte(NORM).putByte(norm.ordinal());
      case InterestTariff tariff -> out.putByte(TARIFF).putString(tariff.toString());
      case SetValue set -> encodeSet(set, out);
      case MapValue map -> encodeMap(map, out);
      default -> throw new IllegalArgumentException("not a Rebel value: " + value.getClass());
    }
  }

  private static void encodeMoney(Money money, Encoder out) {
    if (money.isSmall()) {
      putCurrency(money.currency(), out.putByte(MONEY)).putSigned(money.smallThousandths());
    } else {
      putCurrency(money.currency(), out.putByte(BIG_MONEY))
          .putBytes(money.thousandths().toByteArray());
    }
  }

  private static Encoder putCurrency(Currency currency, Encoder out) {
    String code = currency.code();
    int number = 0;
    for (int i = 0; i < 3; i++) {
      number = number * 26 + code.charAt(i) - 'A';
    }
    return out.putVarLong(number);
  }

  private void encodeSet(SetValue set, Encoder out) {
    out.putByte(SET).putVarLong(set.size());
    for (Object element : set.array()) {
      encode(element, out);
    }
  }

  private void encodeMap(MapValue map, Encoder out) {
    out.putByte(MAP).putVarLong(map.size());
    for (int i = 0; i < map.size(); i++) {
      encode(map.key(i), out);
      encode(map.value(i), out);
    }
  }

  @Override
  public @Nullable Object decode(Decoder in) {
    try {
      return decode(in, 0);
    } catch (NotAValue | ValueRefused | DateTimeException | NumberFormatException e) {
      throw new MalformedData("before offset " + in.position() + ": " + e.getMessage(), e);
    }
  }

  private @Nullable Object decode(Decoder in, int depth) {
    int tag = in.getByte();
    return tag == NONE ? null : decode(tag, in, depth);
  }

  private Object decodeValue(Decoder in, int depth) {
    return decode(in.getByte(), in, depth);
  }

  private Object decode(int tag, Decoder in, int depth) {
    return switch (tag) {
      case FALSE -> false;
      case TRUE -> true;
      case LONG -> in.getSigned();
      case BIG -> big(in);
      case INFINITE -> constant(Infinity.values(), in);
      case STRING -> in.getString();
      case MONEY -> Money.ofThousandths(currency(in), in.getSigned());
      case BIG_MONEY -> bigMoney(in);
      case CURRENCY -> currency(in);
      case PERCENTAGE -> percentage(in);
      case DATE -> inRange(LocalDate.ofEpochDay(in.getSigned()), in);
      case TIME -> LocalTime.ofSecondOfDay(in.getVarLong());
      case DATE_TIME -> dateTime(in);
      case PERIOD -> constant(Period.values(), in);
      case FREQUENCY -> constant(Frequency.values(), in);
      case TERM -> term(in);
      case IBAN -> new Iban(in.getString());
      case NORM -> constant(InterestNorm.values(), in);
      case TARIFF -> InterestTariff.parseStored(in.getString());
      case SET -> set(in, deeper(depth, in));
      case MAP -> map(in, deeper(depth, in));
      default -> throw new MalformedData("no value has tag " + tag + ", before " + in.position());
    };
  }

  private static int deeper(int depth, Decoder in) {
    if (depth >= DEEPEST) {
      throw new MalformedData("nested deeper than " + DEEPEST + " at offset " + in.position());
    }
    return depth + 1;
  }

  private static BigInteger bytes(Decoder in) {
    byte[] bytes = in.getBytes();
    if (bytes.length == 0 || bytes.length > 20) {
      throw new MalformedData("a number of " + bytes.length + " bytes before " + in.position());
    }
    BigInteger number = new BigInteger(bytes);
    if (number.toByteArray().length != bytes.length) {
      throw new MalformedData("a number with padding before offset " + in.position());
    }
    return number;
  }

  private static Object big(Decoder in) {
    BigInteger number = bytes(in);
    if (number.bitLength() < 64) {
      throw new MalformedData("a small number as a large one before offset " + in.position());
    }
    return Integers.of(number);
  }

  private static Money bigMoney(Decoder in) {
    Money money = Money.ofThousandths(currency(in), bytes(in));
    if (money.isSmall()) {
      throw new MalformedData("a small amount as a large one before offset " + in.position());
    }
    return money;
  }

  private static Currency currency(Decoder in) {
    int number = in.getCount(26 * 26 * 26 - 1);
    char[] code = {
      (char) ('A' + number / 676), (char) ('A' + number / 26 % 26), (char) ('A' + number % 26)
    };
    return Currency.of(new String(code));
  }

  private static Percentage percentage(Decoder in) {
    int scale = in.getByte();
    BigDecimal written = new BigDecimal(bytes(in), scale);
    Percentage percentage = Percentage.of(written);
    if (!percentage.value().equals(written)) {
      throw new MalformedData("a percentage with padding before offset " + in.position());
    }
    return percentage;
  }

  private static LocalDate inRange(LocalDate date, Decoder in) {
    if (!Dates.inRange(date)) {
      throw new MalformedData("a date out of range before offset " + in.position());
    }
    return date;
  }

  private static LocalDateTime dateTime(Decoder in) {
    LocalDateTime time = LocalDateTime.ofEpochSecond(in.getSigned(), 0, ZoneOffset.UTC);
    inRange(time.toLocalDate(), in);
    return time;
  }

  private static Term term(Decoder in) {
    boolean months = in.getBoolean();
    Term term = new Term(in.getSigned(), months);
    if (term.months() != months) {
      throw new MalformedData("a term of no months before offset " + in.position());
    }
    return term;
  }

  private static <E> E constant(E[] constants, Decoder in) {
    int ordinal = in.getByte();
    if (ordinal >= constants.length) {
      throw new MalformedData("no constant " + ordinal + " before offset " + in.position());
    }
    return constants[ordinal];
  }

  private Object set(Decoder in, int depth) {
    Object[] elements = new Object[in.getCount(in.remaining())];
    for (int i = 0; i < elements.length; i++) {
      elements[i] = decodeValue(in, depth);
      mustAscend(elements, i, in);
    }
    return SetValue.ofAscending(elements);
  }

  private Object map(Decoder in, int depth) {
    int size = in.getCount(in.remaining() / 2);
    Object[] keys = new Object[size];
    Object[] values = new Object[size];
    for (int i = 0; i < size; i++) {
      keys[i] = decodeValue(in, depth);
      mustAscend(keys, i, in);
      values[i] = decodeValue(in, depth);
    }
    return MapValue.ofAscending(keys, values);
  }

  private static void mustAscend(Object[] elements, int last, Decoder in) {
    if (last > 0 && Values.compare(elements[last - 1], elements[last]) >= 0) {
      throw new MalformedData("elements out of order before offset " + in.position());
    }
  }
}
