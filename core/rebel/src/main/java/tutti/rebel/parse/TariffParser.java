package tutti.rebel.parse;

import java.util.Optional;
import tutti.rebel.value.InterestNorm;
import tutti.rebel.value.InterestTariff;

/** Reads InterestTariff literals: {@code norm EURIBOR ++ fixed 1% bounded by max = fixed 9%}. */
record TariffParser(TokenStream in) {
  /** Whether the next two tokens begin a tariff. */
  static boolean begins(TokenStream in) {
    return in.atWord("fixed") && in.peek(1).kind() == Token.Kind.NUMBER
        || in.atWord("norm") && LiteralParser.norm(in.peek(1)) != null;
  }

  InterestTariff tariff() {
    InterestTariff tariff = single();
    for (int steps = 0; steps < 100; steps++) {
      if (twice("+")) {
        tariff = new InterestTariff.Raised(tariff, single());
      } else if (twice("-")) {
        tariff = new InterestTariff.Lowered(tariff, single());
      } else if (in.atWord("bounded") && in.peek(1).isWord("by")) {
        in.take();
        in.take();
        tariff = new InterestTariff.Bounded(tariff, bound("min"), bound("max"));
      } else {
        return tariff;
      }
    }
    throw in.unexpected("the end of this InterestTariff, which has more than 100 parts");
  }

  private InterestTariff single() {
    if (in.tryWord("norm")) {
      InterestNorm norm = LiteralParser.norm(in.peek());
      if (norm == null) {
        throw in.unexpected("an InterestNorm, as in `norm EURIBOR`");
      }
      in.take();
      return new InterestTariff.NormBased(norm);
    }
    if (!in.tryWord("fixed")) {
      throw in.unexpected("an InterestTariff: `fixed 3%` or `norm EURIBOR`");
    }
    if (in.peek().kind() != Token.Kind.NUMBER || !in.peek(1).isSymbol("%")) {
      throw in.unexpected("a Percentage, as in `fixed 3%`");
    }
    InterestTariff fixed = new InterestTariff.Fixed(new LiteralParser(in).percentage(in.take()));
    in.take();
    return fixed;
  }

  private Optional<InterestTariff> bound(String which) {
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
