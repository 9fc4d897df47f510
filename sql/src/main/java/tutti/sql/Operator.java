package tutti.sql;

/** The kind of comparison of a column. */
enum Operator {
  IS("="),
  IS_NOT("<>"),
  LESS("<"),
  AT_MOST("<="),
  GREATER(">"),
  AT_LEAST(">=");

  private final String text;

  Operator(String text) {
    this.text = text;
  }

  boolean of(int difference) {
    return switch (this) {
      case IS -> difference == 0;
      case IS_NOT -> difference != 0;
      case LESS -> difference < 0;
      case AT_MOST -> difference <= 0;
      case GREATER -> difference > 0;
      case AT_LEAST -> difference >= 0;
    };
  }

  Operator negated() {
    return switch (this) {
      case IS -> IS_NOT;
      case IS_NOT -> IS;
      case LESS -> AT_LEAST;
      case AT_MOST -> GREATER;
      case GREATER -> AT_MOST;
      case AT_LEAST -> LESS;
    };
  }

  /** The operator with its sides exchanged. */
  Operator mirrored() {
    return switch (this) {
      case IS -> IS;
      case IS_NOT -> IS_NOT;
      case LESS -> GREATER;
      case AT_MOST -> AT_LEAST;
      case GREATER -> LESS;
      case AT_LEAST -> AT_MOST;
    };
  }

  @Override
  public String toString() {
    return text;
  }
}
