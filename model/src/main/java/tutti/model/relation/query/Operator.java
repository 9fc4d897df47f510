package tutti.model.relation.query;

/** The kind of comparison of a component with values. */
public enum Operator {
  IS("="),
  IS_NOT("!="),
  IN("in"),
  LESS_THAN("<"),
  AT_MOST("<="),
  GREATER_THAN(">"),
  AT_LEAST(">="),
  STARTS_WITH("starts with");

  private final String text;

  Operator(String text) {
    this.text = text;
  }

  /** Whether the component's type must have an order. */
  public boolean ordered() {
    return this != IS && this != IS_NOT && this != IN;
  }

  @Override
  public String toString() {
    return text;
  }
}
