package tutti.model.relation.query;

/** The kind of comparison of a component with values. */
public enum Operator {
  /** The component equals the value. */
  IS("="),
  /** The component differs from the value. */
  IS_NOT("!="),
  /** The component equals one of the values. */
  IN("in"),
  /** The component comes before the value. */
  LESS_THAN("<"),
  /** The component equals the value or comes before it. */
  AT_MOST("<="),
  /** The component comes after the value. */
  GREATER_THAN(">"),
  /** The component equals the value or comes after it. */
  AT_LEAST(">="),
  /** The component is a text that begins with the value. */
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
