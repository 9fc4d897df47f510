package tutti.rebel.syntax;

/** The operators between two expressions. */
public enum BinaryOperator {
  MULTIPLY("*"),
  IN("in"),
  DIVIDE("/"),
  REMAINDER("%"),
  ADD("+"),
  SUBTRACT("-"),
  LESS("<"),
  LESS_OR_EQUAL("<="),
  GREATER(">"),
  GREATER_OR_EQUAL(">="),
  EQUAL("=="),
  NOT_EQUAL("!="),
  AND("&&"),
  OR("||"),
  IMPLIES("->");

  private final String symbol;

  BinaryOperator(String symbol) {
    this.symbol = symbol;
  }

  /** The operator as it is written. */
  public String symbol() {
    return symbol;
  }
}
