package tutti.rebel.parse;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tutti.rebel.syntax.Problem;
import tutti.rebel.syntax.SourceFile;
import tutti.rebel.syntax.Span;

/** Cuts a text into tokens. The lexer reports text that it cannot read, and goes on after it. */
final class Lexer {

  private static final Pattern WORD = Pattern.compile("[A-Za-z_][A-Za-z_0-9]*");
  private static final Pattern NUMBER = Pattern.compile("[0-9]+(\\.[0-9]+)?");
  private static final Pattern SYMBOL =
      Pattern.compile("->|=>|==|!=|<=|>=|&&|\\|\\||\\.\\.|[{}()\\[\\]:;,.+*/%<>=|?@-]");

  /**
   * The beginning of Money without a space, as in {@code EUR50.00}; a word would include the
   * digits.
   */
  private static final Pattern CURRENCY_AND_DIGIT =
      Pattern.compile("(EUR|USD|CUR_[A-Z]{3})(?=[0-9])");

  /** The month and year of a date without spaces, as in {@code 12Jul2017}. */
  private static final Pattern MONTH_AND_DIGIT =
      Pattern.compile("(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)(?=[0-9])");

  private final SourceFile file;
  private final String text;
  private final List<Problem> problems;
  private final List<Token> tokens = new ArrayList<>();
  private final Matcher match;
  private int at;

  Lexer(SourceFile file, List<Problem> problems) {
    this.file = file;
    this.text = file.text();
    this.match = WORD.matcher(text);
    this.problems = problems;
  }

  /** Reads all tokens; the last is {@link Token.Kind#END}. */
  List<Token> tokens() {
    if (text.startsWith("\uFEFF")) {
      at = 1;
    }
    while (skipLayout()) {
      next();
    }
    add(Token.Kind.END, "", text.length(), text.length());
    return tokens;
  }

  /** Skips white space and comments; false at the end. */
  private boolean skipLayout() {
    while (at < text.length()) {
      char c = text.charAt(at);
      if (Character.isWhitespace(c) || c == '\u00A0') {
        at++;
      } else if (text.startsWith("//", at)) {
        int end = text.indexOf('\n', at);
        at = end < 0 ? text.length() : end;
      } else if (text.startsWith("/*", at)) {
        int end = text.indexOf("*/", at + 2);
        if (end < 0) {
          report(at, at + 2, "unclosed-comment");
          at = text.length();
        } else {
          at = end + 2;
        }
      } else {
        return true;
      }
    }
    return false;
  }

  private void next() {
    char c = text.charAt(at);
    if (at(WORD)) {
      word(match.group());
    } else if (at(NUMBER)) {
      take(match.group(1) == null ? Token.Kind.NUMBER : Token.Kind.DECIMAL, match.group());
    } else if (c == '"') {
      string();
    } else if (c == '{' && afterTagName()) {
      tag();
    } else if (at(SYMBOL)) {
      take(Token.Kind.SYMBOL, match.group());
    } else if (c == '\'' && closingQuote() > 0) {
      quoted();
    } else {
      stranger(c);
    }
  }

  private boolean at(Pattern pattern) {
    return match.usePattern(pattern).region(at, text.length()).lookingAt();
  }

  private void word(String word) {
    boolean afterNumber = !tokens.isEmpty() && tokens.getLast().kind() == Token.Kind.NUMBER;
    Matcher shorter = (afterNumber ? MONTH_AND_DIGIT : CURRENCY_AND_DIGIT).matcher(word);
    take(Token.Kind.WORD, shorter.lookingAt() ? shorter.group() : word);
  }

  private void take(Token.Kind kind, String content) {
    int start = at;
    at += content.length();
    add(kind, content, start, at);
  }

  private void string() {
    int start = at;
    int end = text.indexOf('"', at + 1);
    if (end < 0) {
      int line = text.indexOf('\n', at);
      at = line < 0 ? text.length() : line;
      report(start, at, "unclosed-string");
      add(Token.Kind.STRING, text.substring(start + 1, at), start, at);
    } else {
      at = end + 1;
      add(Token.Kind.STRING, text.substring(start + 1, end), start, at);
    }
  }

  /** Whether the last two tokens are {@code @} and a name that is followed by a braced text. */
  private boolean afterTagName() {
    int n = tokens.size();
    if (n < 2 || !tokens.get(n - 2).isSymbol("@")) {
      return false;
    }
    Token name = tokens.get(n - 1);
    return name.kind() == Token.Kind.WORD && !name.isWord("key") && !name.isWord("ref");
  }

  /** Reads a braced text. Braces nest; {@code \{} and {@code \}} stand for themselves. */
  private void tag() {
    int start = at;
    int depth = 0;
    StringBuilder content = new StringBuilder();
    do {
      char c = text.charAt(at);
      if (c == '\\' && at + 1 < text.length() && "{}".indexOf(text.charAt(at + 1)) >= 0) {
        content.append(text.charAt(at + 1));
        at += 2;
        continue;
      }
      depth += c == '{' ? 1 : c == '}' ? -1 : 0;
      content.append(c);
      at++;
    } while (depth > 0 && at < text.length());
    if (depth > 0) {
      report(start, start + 1, "unclosed-text");
      add(Token.Kind.TAG, content.substring(1), start, at);
    } else {
      add(Token.Kind.TAG, content.substring(1, content.length() - 1), start, at);
    }
  }

  /** The place of the quote that ends a text in single quotes in this line; -1 if there is none. */
  private int closingQuote() {
    int line = text.indexOf('\n', at);
    int end = text.indexOf('\'', at + 1);
    return end < 0 || (line >= 0 && end > line) ? -1 : end;
  }

  /** Reads a string between single quotes, which is one mistake, as the intended string. */
  private void quoted() {
    int start = at;
    at = closingQuote() + 1;
    String content = text.substring(start + 1, at - 1);
    report(start, at, "single-quotes", content);
    add(Token.Kind.STRING, content, start, at);
  }

  private void stranger(char c) {
    int start = at;
    at += Character.charCount(text.codePointAt(at));
    String help =
        switch (c) {
          case '!' -> "\"Not\" is written `not`, as in `not (a == b)`.";
          case '&' -> "\"And\" is written `&&`.";
          case '\'' -> "A string stands between double quotes, as in \"text\".";
          case '$', '€', '£' -> "Money begins with its currency, as in EUR 50.00.";
          default -> "";
        };
    report(start, at, "unknown-character", text.substring(start, at), help);
  }

  private void add(Token.Kind kind, String content, int start, int end) {
    tokens.add(new Token(kind, content, start, end));
  }

  private void report(int start, int end, String key, Object... arguments) {
    problems.add(Problem.of(new Span(file, start, end), key, arguments));
  }
}
