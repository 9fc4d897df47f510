package tutti.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Splits a query into tokens, in one pass: each character is looked at a bounded number of times.
 * Blanks and comments, {@code --} and {@code //} to the end of a line and {@code /*} to {@code *}
 * {@code /}, separate tokens.
 *
 * <p>For example, {@code a<>'it''s'} has the tokens {@code a}, {@code <>} and {@code it's}. Not
 * thread-safe.
 */
final class SqlLexer {
  private static final Set<String> TWO = Set.of("<=", ">=", "<>", "!=", "^=", "==", "&&", "||");
  private static final String ONE = "(),.;*=<>+-/%!~&|^[]{}?:@";

  private final String sql;
  private final Places places;
  private final List<SqlToken> tokens = new ArrayList<>();
  private int next;
  private long steps;

  SqlLexer(String sql) {
    this.sql = sql;
    this.places = new Places(sql);
  }

  /**
   * Returns the query's tokens; the last is {@link SqlToken.Kind#END}.
   *
   * @throws BadSql at a sign that SQL has not, and at a text, name or comment without an end
   */
  List<SqlToken> read() throws BadSql {
    while (skip()) {
      char first = sql.charAt(next);
      if (first == '\'') {
        quoted(SqlToken.Kind.TEXT, next, "text");
      } else if (first == '"' || first == '`') {
        quoted(SqlToken.Kind.NAME, next, "name");
      } else if (isDigit(next) || first == '.' && isDigit(next + 1)) {
        number();
      } else if (wordEnd(next, true) > next) {
        word();
      } else {
        sign();
      }
    }
    tokens.add(new SqlToken(SqlToken.Kind.END, "", sql.length(), sql.length()));
    return tokens;
  }

  /** The number of times that a character was looked at. */
  long steps() {
    return steps;
  }

  private char at(int position) {
    steps++;
    return position < sql.length() ? sql.charAt(position) : '\0';
  }

  private boolean isDigit(int position) {
    char c = at(position);
    return c >= '0' && c <= '9';
  }

  /** Passes over blanks and comments; returns whether a token follows. */
  private boolean skip() throws BadSql {
    while (next < sql.length()) {
      char c = at(next);
      if (c == '-' && at(next + 1) == '-' || c == '/' && at(next + 1) == '/') {
        while (next < sql.length() && at(next) != '\n') {
          next++;
        }
      } else if (c == '/' && at(next + 1) == '*') {
        comment();
      } else if (Character.isWhitespace(c) || c == '\u00A0' || c == '\uFEFF') {
        next++;
      } else {
        return true;
      }
    }
    return false;
  }

  private void comment() throws BadSql {
    int begin = next;
    next += 2;
    while (at(next) != '*' || at(next + 1) != '/') {
      if (next >= sql.length()) {
        throw places.bad(begin, "this comment has no end: write */ after it");
      }
      next++;
    }
    next += 2;
  }

  /** Reads what stands in quotes; a doubled quote stands for one. */
  private void quoted(SqlToken.Kind kind, int begin, String what) throws BadSql {
    char quote = sql.charAt(next);
    StringBuilder text = new StringBuilder();
    next++;
    while (true) {
      if (next >= sql.length()) {
        throw places.bad(begin, "this " + what + " has no end: write " + quote + " after it");
      }
      char c = at(next++);
      if (c == quote && at(next) != quote) {
        break;
      }
      next += c == quote ? 1 : 0;
      text.append(c);
    }
    if (kind == SqlToken.Kind.NAME && text.isEmpty()) {
      throw places.bad(begin, "there is no name between these quotes");
    }
    tokens.add(new SqlToken(kind, text.toString(), begin, next));
  }

  private void number() {
    int begin = next;
    digits();
    boolean whole = at(next) != '.';
    if (!whole) {
      next++;
      digits();
    }
    char exponent = at(next);
    if (exponent == 'e' || exponent == 'E') {
      char sign = at(next + 1);
      int first = sign == '+' || sign == '-' ? next + 2 : next + 1;
      if (isDigit(first)) {
        whole = false;
        next = first;
        digits();
      }
    }
    add(whole ? SqlToken.Kind.WHOLE : SqlToken.Kind.DECIMAL, begin, next);
  }

  private void digits() {
    while (isDigit(next)) {
      next++;
    }
  }

  private void word() throws BadSql {
    int begin = next;
    int end = begin;
    for (int part = wordEnd(end, true); part > end; part = wordEnd(end, false)) {
      end = part;
    }
    next = end;
    if (end == begin + 1 && (sql.charAt(begin) | 0x20) == 'n' && at(end) == '\'') {
      // SQL's text of national characters, N'…', is a text as any other.
      quoted(SqlToken.Kind.TEXT, begin, "text");
    } else {
      add(SqlToken.Kind.WORD, begin, end);
    }
  }

  /** The position after the character of a word at this position; or the position itself. */
  private int wordEnd(int position, boolean first) {
    if (position >= sql.length()) {
      return position;
    }
    steps++;
    int c = sql.codePointAt(position);
    boolean fits =
        c == '#'
            || Character.isJavaIdentifierStart(c)
            || !first && Character.isJavaIdentifierPart(c) && !Character.isIdentifierIgnorable(c);
    return fits ? position + Character.charCount(c) : position;
  }

  /** Reads a sign; the two characters of a comparison may have blanks between them. */
  private void sign() throws BadSql {
    int begin = next;
    char first = at(begin);
    if (ONE.indexOf(first) < 0) {
      int c = sql.codePointAt(begin);
      String shown =
          Character.isISOControl(c) || c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE
              ? "U+%04X".formatted(c)
              : "'" + Character.toString(c) + "'";
      throw places.bad(
          begin,
          shown
              + " is no word of SQL: texts stand in single quotes, names in double quotes or none");
    }
    next = begin + 1;
    int second = next;
    if (first == '<' || first == '>' || first == '!' || first == '^') {
      while (Character.isWhitespace(at(second))) {
        second++;
      }
    }
    String two = first + String.valueOf(at(second));
    if (TWO.contains(two)) {
      next = second + 1;
      tokens.add(new SqlToken(SqlToken.Kind.SIGN, two, begin, next));
    } else {
      add(SqlToken.Kind.SIGN, begin, next);
    }
  }

  private void add(SqlToken.Kind kind, int begin, int end) {
    tokens.add(new SqlToken(kind, sql.substring(begin, end), begin, end));
  }
}
