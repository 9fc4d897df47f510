package tutti.rebel.syntax;

/** The operators between two expressions. */
public enum BinaryOperator {
  MULTIPLY("*"),
  IN("in"),
  DIVIDE("/"),
  REMAINDER("%"),
  ADD("+"),
  SUBTRACT("-"),
  LESS("<", 1),
  LESS_OR_EQUAL("<=", 3),
  GREATER(">", 4),
  GREATER_OR_EQUAL(">=", 6),
  EQUAL("==", 2),
  NOT_EQUAL("!=", 5),
  AND("&&"),
  OR("||"),
  IMPLIES("->");

  private final String symbol;
  private final int signs;

  BinaryOperator(String symbol) {
    this(symbol, 0);
  }

  BinaryOperator(String symbol, int signs) {
    this.symbol = symbol;
    this.signs = signs;
  }

  /**
   * The orders of its sides for which a comparison holds, as bits: 1 if the left one may be less, 2
   * if both may be equal, 4 if the left one may be greater. 0 for operators that compare nothing.
   */
  public int signs() {
    return signs;
  }

  /** The {@link #signs} after both sides have changed places. */
  public static int mirrored(int signs) {
    return signs & 2 | (signs & 1) << 2 | signs >> 2;
  }

  /** The operator as it is written. */
  public String symbol() {
    return symbol;
  }
}
