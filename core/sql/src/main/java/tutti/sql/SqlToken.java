package tutti.sql;

/**
 * One word or sign of a query. Immutable.
 *
 * @param text the name without its quotes, the text with its doubled quotes made single, or the
 *     word, number or sign as it stands
 * @param at the position of its first character in the query, from 0
 * @param end the position after its last character
 */
record SqlToken(Kind kind, String text, int at, int end) {
  /** The kind of a token. */
  enum Kind {
    /** A name without quotes, or a word of SQL. */
    WORD,
    /** A name in double quotes or backquotes. */
    NAME,
    /** A text in single quotes. */
    TEXT,
    /** A number of digits alone. */
    WHOLE,
    /** A number with a point or an exponent. */
    DECIMAL,
    /** A sign, such as {@code <=}. */
    SIGN,
    /** The end of the query. */
    END
  }

  /** Returns whether the token is the word {@code word}, in upper or lower case. */
  boolean is(String word) {
    return kind == Kind.WORD && text.equalsIgnoreCase(word);
  }

  /** Returns whether the token is that sign. */
  boolean isSign(String sign) {
    return kind == Kind.SIGN && text.equals(sign);
  }
}
