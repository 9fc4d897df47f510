package tutti.rebel.parse;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tutti.rebel.syntax.Fix;
import tutti.rebel.syntax.Problem;
import tutti.rebel.syntax.SourceFile;
import tutti.rebel.syntax.Span;

/**
 * The parser's position in the tokens, and the problems that it has reported. Used by one parser at
 * a time.
 *
 * <p>A parse that cannot go on throws {@link Panic}; the nearest caller that can find a place to go
 * on catches it.
 */
final class TokenStream {

  /**
   * An exception that unwinds to the place where parsing can go on; the mistake has been reported
   * already.
   */
  static final class Panic extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Panic() {
      super("not Rebel", null, false, false);
    }
  }

  /** The greatest depth of brackets, types and statements, so that the stack does not overflow. */
  private static final int MAX_DEPTH = 200;

  /**
   * The greatest number of attempts to read a text in one way before another, so that no input
   * takes exponential time.
   */
  private static final int MAX_ATTEMPTS = 1000;

  /** The tokens that are looked at on each side, so that no input takes quadratic time. */
  private static final int MOST_BESIDE = 500;

  private final SourceFile file;
  private final List<Token> tokens;
  private final List<Problem> problems;
  private int at;
  private int depth;
  private int attempts;

  TokenStream(SourceFile file, List<Token> tokens, List<Problem> problems) {
    this.file = file;
    this.tokens = tokens;
    this.problems = problems;
  }

  Token peek() {
    return tokens.get(at);
  }

  Token peek(int ahead) {
    return tokens.get(Math.min(at + ahead, tokens.size() - 1));
  }

  /** The token that was taken last; the first one if none was taken. */
  Token previous() {
    return tokens.get(Math.max(at - 1, 0));
  }

  Token take() {
    Token token = tokens.get(at);
    if (token.kind() != Token.Kind.END) {
      at++;
    }
    return token;
  }

  boolean atEnd() {
    return peek().kind() == Token.Kind.END;
  }

  boolean atWord(String word) {
    return peek().isWord(word);
  }

  boolean atSymbol(String symbol) {
    return peek().isSymbol(symbol);
  }

  boolean tryWord(String word) {
    boolean there = atWord(word);
    if (there) {
      at++;
    }
    return there;
  }

  boolean trySymbol(String symbol) {
    boolean there = atSymbol(symbol);
    if (there) {
      at++;
    }
    return there;
  }

  void symbol(String symbol, String where) {
    if (!trySymbol(symbol)) {
      throw unexpected("`" + symbol + "` " + where);
    }
  }

  /** Reads parts with commas between them, at least one. */
  <T> List<T> separated(Supplier<T> part) {
    List<T> parts = new ArrayList<>();
    do {
      parts.add(part.get());
    } while (trySymbol(","));
    return parts;
  }

  /**
   * Reads parts with commas between them up to {@code close}; the last may have a comma too.
   *
   * @param each names one part, {@code all} all of them, both for messages
   */
  <T> List<T> closed(String close, String each, String all, Supplier<T> part) {
    List<T> parts = new ArrayList<>();
    while (!atSymbol(close)) {
      parts.add(part.get());
      if (!trySymbol(",") && !atSymbol(close)) {
        throw unexpected("`,` or `" + close + "` after the " + each);
      }
    }
    symbol(close, "after the " + all);
    return parts;
  }

  /** The position, to return to or to see whether any token was taken. */
  int position() {
    return at;
  }

  Span span(Token token) {
    return new Span(file, token.start(), token.end());
  }

  /** The span from the beginning of {@code first} to the end of the last token taken. */
  Span since(Token first) {
    return new Span(file, first.start(), Math.max(first.start(), previous().end()));
  }

  /** The place right behind the last token taken. */
  Span behind() {
    return new Span(file, previous().end(), previous().end());
  }

  /**
   * Returns whether a name stands before a colon between the brackets around this position, and
   * near it.
   */
  boolean declares(String name) {
    return declares(name, at, 1) || declares(name, at - 1, -1);
  }

  private boolean declares(String name, int from, int step) {
    int depth = 0;
    int end = Math.clamp(from + (long) step * MOST_BESIDE, -1, tokens.size() - 1);
    for (int i = from; (end - i) * step > 0 && depth >= 0; i += step) {
      Token token = tokens.get(i);
      if (token.isSymbol("{") || token.isSymbol("(") || token.isSymbol("[")) {
        depth += step;
      } else if (token.isSymbol("}") || token.isSymbol(")") || token.isSymbol("]")) {
        depth -= step;
      } else if (depth == 0
          && token.kind() == Token.Kind.WORD
          && token.text().equals(name)
          && tokens.get(i + 1).isSymbol(":")) {
        return true;
      }
    }
    return false;
  }

  /** Reports the problem of that key, in {@link Problem}'s table. */
  void report(Span span, String key, Object... arguments) {
    problems.add(Problem.of(span, key, arguments));
  }

  /** Reports that the next token is not the expected one. */
  Panic unexpected(String expected) {
    return unexpected(expected, "");
  }

  Panic unexpected(String expected, String help) {
    return unexpected(expected, help, Optional.empty());
  }

  /** Reports that the next token is not the expected one, and the text that would be right. */
  Panic unexpected(String expected, String help, Optional<String> right) {
    Span place = span(peek());
    String message = "Expected " + expected + ", found " + peek().describe() + ".";
    problems.add(
        new Problem("syntax", message, help, place, right.map(text -> new Fix(place, text))));
    return new Panic();
  }

  /** Enters one more level of nesting; {@link #leave} must follow, in a finally. */
  void enter() {
    if (++depth > MAX_DEPTH) {
      report(span(peek()), "too-deep", MAX_DEPTH);
      depth--;
      throw new Panic();
    }
  }

  void leave() {
    depth--;
  }

  /** Begins a part of the text that no earlier attempt has read. */
  void begin() {
    attempts = 0;
  }

  /**
   * Tries to parse: if the parse fails or {@code good} is false afterwards, the stream is as before
   * and the result is null.
   */
  <T> @Nullable T attempt(Supplier<T> way, BooleanSupplier good) {
    if (++attempts > MAX_ATTEMPTS) {
      return null;
    }
    int position = at;
    int reported = problems.size();
    int level = depth;
    try {
      T result = way.get();
      if (problems.size() == reported && good.getAsBoolean()) {
        return result;
      }
    } catch (Panic panic) {
      depth = level;
    }
    at = position;
    problems.subList(reported, problems.size()).clear();
    return null;
  }

  /**
   * Skips to the next token that {@code stop} accepts, outside of all braces and brackets opened on
   * the way, or to the closing brace that ends the present block.
   */
  void skipTo(Predicate<Token> stop) {
    int open = 0;
    while (!atEnd()) {
      Token token = peek();
      if (open == 0 && (stop.test(token) || token.isSymbol("}"))) {
        return;
      }
      if (token.isSymbol("{")) {
        open++;
      } else if (token.isSymbol("}")) {
        open--;
      }
      at++;
    }
  }
}
