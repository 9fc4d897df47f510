package tutti.rebel.parse;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalTime;
import java.time.Month;
import java.time.MonthDay;
import java.time.YearMonth;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tutti.rebel.parse.Token.Kind;
import tutti.rebel.syntax.Literal;
import tutti.rebel.value.Currency;
import tutti.rebel.value.Frequency;
import tutti.rebel.value.Iban;
import tutti.rebel.value.Infinity;
import tutti.rebel.value.Integers;
import tutti.rebel.value.InterestNorm;
import tutti.rebel.value.Money;
import tutti.rebel.value.Percentage;
import tutti.rebel.value.Period;
import tutti.rebel.value.Term;
import tutti.rebel.value.Type;
import tutti.rebel.value.ValueRefused;

/** Reads literals: all forms that the public grammar lists under {@code Literal}. */
final class LiteralParser {

  static final List<String> MONTHS =
      List.of("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec");

  /** The greatest number of digits of a number; numbers are kept exactly. */
  private static final int MAX_DIGITS = 38;

  /**
   * The words that begin no operand, so that {@code 7%x} is a remainder and {@code 7% in s} is not.
   */
  private static final Set<String> NO_OPERAND = Set.of("in", "instate");

  private final TokenStream in;

  /** Whether times of day are off, so that {@code 1:2} is none. */
  boolean timesOff;

  /** The number of times of day that have been read. */
  int timesRead;

  LiteralParser(TokenStream in) {
    this.in = in;
  }

  /** Reads a literal; null if the next token does not begin one. */
  @Nullable Literal tryLiteral() {
    Token token = in.peek();
    return switch (token.kind()) {
      case NUMBER -> number();
      case DECIMAL -> decimal();
      case STRING -> Literal.text(in.take().text());
      case WORD -> word(token);
      case TAG, SYMBOL, END -> null;
    };
  }

  Literal literal(String where) {
    Literal literal = tryLiteral();
    if (literal == null) {
      throw in.unexpected("a literal " + where);
    }
    return literal;
  }

  private Literal decimal() {
    Token token = in.take();
    in.report(in.span(token), "stray-decimal");
    return new Literal.Value(Type.Simple.INTEGER, 0L);
  }

  private Literal number() {
    if (timeLength(0) > 0) {
      return new Literal.Value(Type.Simple.TIME, time());
    }
    Token token = in.take();
    if (percentSign(token)) {
      in.take();
      return new Literal.Value(Type.Simple.PERCENTAGE, percentage(token));
    }
    Token next = in.peek();
    if (next.kind() == Kind.WORD && MONTHS.contains(next.text())) {
      return date(token);
    }
    Period period = named(Period.values(), next);
    return period == null
        ? new Literal.Value(Type.Simple.INTEGER, Integers.of(integer(token)))
        : new Literal.Value(Type.Simple.TERM, term(token, period));
  }

  /**
   * Whether a percent sign follows that makes a Percentage, as in {@code 10%}; {@code 10%3} and
   * {@code 10 % x} are remainders.
   */
  private boolean percentSign(Token number) {
    if (!in.atSymbol("%") || !number.touches(in.peek())) {
      return false;
    }
    Token next = in.peek(1);
    boolean operand =
        switch (next.kind()) {
          case NUMBER, DECIMAL, STRING -> true;
          case WORD -> in.peek().touches(next) && !NO_OPERAND.contains(next.text());
          case SYMBOL -> next.isSymbol("(");
          case TAG, END -> false;
        };
    return !operand;
  }

  private Literal date(Token day) {
    Token month = in.take();
    int monthNumber = MONTHS.indexOf(month.text()) + 1;
    Optional<Integer> year = Optional.empty();
    if (in.peek().kind() == Kind.NUMBER && timeLength(0) == 0) {
      year = Optional.of(small(in.take(), 9999, "A year"));
    }
    int dayNumber = small(day, 31, "A day of a month");
    int last =
        year.map(y -> YearMonth.of(y, monthNumber).lengthOfMonth())
            .orElse(Month.of(monthNumber).maxLength());
    if (dayNumber < 1 || dayNumber > last) {
      in.report(in.since(day), "no-such-date", month.text(), last);
      dayNumber = 1;
    }
    MonthDay date = MonthDay.of(monthNumber, dayNumber);
    if (in.atSymbol(",") && timeLength(1) > 0) {
      in.take();
      LocalTime time = time();
      return year.isEmpty()
          ? new Literal.DateTimeThisYear(date, time)
          : new Literal.Value(Type.Simple.DATE_TIME, date.atYear(year.get()).atTime(time));
    }
    return year.isEmpty()
        ? new Literal.DateThisYear(date)
        : new Literal.Value(Type.Simple.DATE, date.atYear(year.get()));
  }

  /** The number of tokens from {@code ahead} on that are a time of day: 0, 3 or 5. */
  private int timeLength(int ahead) {
    if (timesOff || !timePart(ahead, 23) || !colon(ahead + 1) || !timePart(ahead + 2, 59)) {
      return 0;
    }
    return colon(ahead + 3) && timePart(ahead + 4, 59) ? 5 : 3;
  }

  private boolean timePart(int ahead, int max) {
    Token token = in.peek(ahead);
    return token.kind() == Kind.NUMBER
        && token.text().length() <= 2
        && Integer.parseInt(token.text()) <= max;
  }

  private boolean colon(int ahead) {
    Token colon = in.peek(ahead);
    return colon.isSymbol(":")
        && in.peek(ahead - 1).touches(colon)
        && colon.touches(in.peek(ahead + 1));
  }

  private LocalTime time() {
    timesRead++;
    int length = timeLength(0);
    int hour = Integer.parseInt(in.take().text());
    in.take();
    int minutes = Integer.parseInt(in.take().text());
    int seconds = 0;
    if (length == 5) {
      in.take();
      seconds = Integer.parseInt(in.take().text());
    }
    return LocalTime.of(hour, minutes, seconds);
  }

  private @Nullable Literal word(Token token) {
    String text = token.text();
    Literal simple =
        switch (text) {
          case "True" -> Literal.truth(true);
          case "False" -> Literal.truth(false);
          case "Inf" -> new Literal.Value(Type.Simple.INTEGER, Infinity.POSITIVE);
          case "ANY" -> new Literal.Any();
          case "now" -> new Literal.Now();
          default -> constant(token);
        };
    if (simple != null) {
      in.take();
      return simple;
    }
    Currency currency = currency(text);
    if (currency != null) {
      in.take();
      return money(currency, token);
    }
    return TariffParser.begins(in)
        ? new Literal.Value(Type.Simple.INTEREST_TARIFF, new TariffParser(in).tariff())
        : null;
  }

  private @Nullable Literal constant(Token token) {
    Period period = named(Period.values(), token);
    if (period != null) {
      return new Literal.Value(Type.Simple.PERIOD, period);
    }
    Frequency frequency = named(Frequency.values(), token);
    if (frequency != null) {
      return new Literal.Value(Type.Simple.FREQUENCY, frequency);
    }
    InterestNorm norm = norm(token);
    if (norm != null) {
      return new Literal.Value(Type.Simple.INTEREST_NORM, norm);
    }
    return Iban.hasForm(token.text()) ? new Literal.Value(Type.Simple.IBAN, iban(token)) : null;
  }

  /** The norm that the token names; null if it names none. */
  static @Nullable InterestNorm norm(Token token) {
    return named(InterestNorm.values(), token);
  }

  private static <E extends Enum<E>> @Nullable E named(E[] constants, Token token) {
    for (E constant : constants) {
      if (token.kind() == Kind.WORD && constant.toString().equals(token.text())) {
        return constant;
      }
    }
    return null;
  }

  private Iban iban(Token token) {
    String text = token.text();
    Iban right = Iban.of(text.substring(0, 2), text.substring(4));
    if (!right.text().equals(text)) {
      in.report(in.span(token), "iban-checksum", right);
    }
    return right;
  }

  private static @Nullable Currency currency(String text) {
    boolean currency = text.equals("EUR") || text.equals("USD") || text.matches("CUR_[A-Z]{3}");
    return currency ? Currency.parse(text) : null;
  }

  private Literal money(Currency currency, Token first) {
    if (in.atSymbol("-") && in.peek(1).kind() == Kind.DECIMAL) {
      in.report(in.span(in.take()), "money-sign", first.text(), in.peek().text());
    }
    Token amount = in.peek();
    if (amount.kind() != Kind.DECIMAL && amount.kind() != Kind.NUMBER) {
      return new Literal.Value(Type.Simple.CURRENCY, currency);
    }
    in.take();
    int point = amount.text().indexOf('.');
    int decimals = point < 0 ? 0 : amount.text().length() - point - 1;
    if (decimals != 2 && decimals != 3) {
      in.report(in.since(first), "money-decimals", first.text());
    }
    boolean exact = !tooLong(amount) && (decimals == 2 || decimals == 3);
    BigDecimal value = exact ? new BigDecimal(amount.text()) : BigDecimal.ZERO;
    return new Literal.Value(
        Type.Simple.MONEY,
        Money.ofThousandths(currency, value.movePointRight(3).toBigIntegerExact()));
  }

  Percentage percentage(Token number) {
    return Percentage.of(new BigDecimal(integer(number)));
  }

  private Term term(Token number, Period period) {
    in.take();
    try {
      return Term.of(Integers.of(integer(number)), period);
    } catch (ValueRefused tooLong) {
      in.report(in.since(number), "number-too-long/term");
      return Term.of(1L, period);
    }
  }

  BigInteger integer(Token number) {
    return tooLong(number) ? BigInteger.ZERO : new BigInteger(number.text());
  }

  private boolean tooLong(Token number) {
    String digits = number.text().replace(".", "");
    boolean tooLong = digits.length() > MAX_DIGITS;
    if (tooLong) {
      in.report(in.span(number), "number-too-long", MAX_DIGITS, digits.length());
    }
    return tooLong;
  }

  private int small(Token number, int max, String what) {
    BigInteger value = integer(number);
    if (value.compareTo(BigInteger.valueOf(max)) > 0 || value.signum() == 0) {
      in.report(in.span(number), "no-such-date/number", what, max);
      return 1;
    }
    return value.intValueExact();
  }
}
