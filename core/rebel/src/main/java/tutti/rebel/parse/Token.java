package tutti.rebel.parse;

/**
 * The smallest piece of a text that has a meaning.
 *
 * @param text as written; for {@link Kind#TAG} and {@link Kind#STRING} the text between the
 *     delimiters
 */
record Token(Kind kind, String text, int start, int end) {

  enum Kind {
    /** Letters, digits and underscores, beginning with a letter or an underscore. */
    WORD,
    /** Digits. */
    NUMBER,
    /** Digits, a point, digits. */
    DECIMAL,
    STRING,
    /** The braced text behind {@code @doc}. */
    TAG,
    SYMBOL,
    END
  }

  boolean isWord(String word) {
    return kind == Kind.WORD && text.equals(word);
  }

  boolean isSymbol(String symbol) {
    return kind == Kind.SYMBOL && text.equals(symbol);
  }

  /** Whether {@code next} follows directly. */
  boolean touches(Token next) {
    return end == next.start;
  }

  /** The token for messages: {@code `;`} or {@code the end of the file}. */
  String describe() {
    return switch (kind) {
      case END -> "the end of the file";
      case STRING -> "a string";
      case TAG -> "a braced text";
      case WORD, NUMBER, DECIMAL, SYMBOL -> "`" + text + "`";
    };
  }
}
