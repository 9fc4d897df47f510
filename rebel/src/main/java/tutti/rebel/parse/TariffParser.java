package tutti.rebel.parse;

import java.util.Optional;
import tutti.rebel.syntax.Tariff;

/** Reads InterestTariff literals: {@code norm EURIBOR ++ fixed 1% bounded by max = fixed 9%}. */
final class TariffParser {

  private final TokenStream in;

  TariffParser(TokenStream in) {
    this.in = in;
  }

  /** Whether the next two tokens begin a tariff. */
  static boolean begins(TokenStream in) {
    return in.atWord("fixed") && in.peek(1).kind() == Token.Kind.NUMBER
        || in.atWord("norm") && LiteralParser.isNorm(in.peek(1));
  }

  Tariff tariff() {
    Tariff tariff = single();
    for (int steps = 0; steps < 100; steps++) {
      if (twice("+")) {
        tariff = new Tariff.Plus(tariff, single());
      } else if (twice("-")) {
        tariff = new Tariff.Minus(tariff, single());
      } else if (in.atWord("bounded") && in.peek(1).isWord("by")) {
        in.take();
        in.take();
        tariff = new Tariff.Bounded(tariff, bound("min"), bound("max"));
      } else {
        return tariff;
      }
    }
    throw in.unexpected("the end of this InterestTariff, which has more than 100 parts");
  }

  private Tariff single() {
    if (in.tryWord("norm")) {
      if (!LiteralParser.isNorm(in.peek())) {
        throw in.unexpected("an InterestNorm, as in `norm EURIBOR`");
      }
      return new Tariff.Norm(in.take().text());
    }
    if (!in.tryWord("fixed")) {
      throw in.unexpected("an InterestTariff: `fixed 3%` or `norm EURIBOR`");
    }
    if (in.peek().kind() != Token.Kind.NUMBER || !in.peek(1).isSymbol("%")) {
      throw in.unexpected("a Percentage, as in `fixed 3%`");
    }
    Tariff fixed = new Tariff.Fixed(new LiteralParser(in).integer(in.take()));
    in.take();
    return fixed;
  }

  private Optional<Tariff> bound(String which) {
    if (!in.atWord(which) || !in.peek(1).isSymbol("=")) {
      return Optional.empty();
    }
    in.take();
    in.take();
    in.enter();
    try {
      return Optional.of(tariff());
    } finally {
      in.leave();
    }
  }

  private boolean twice(String symbol) {
    boolean there =
        in.atSymbol(symbol) && in.peek(1).isSymbol(symbol) && in.peek().touches(in.peek(1));
    if (there) {
      in.take();
      in.take();
    }
    return there;
  }
}
