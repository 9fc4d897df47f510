package tutti.rebel.compile;

/**
 * What an event does, compiled. The arrays are never changed.
 *
 * @param checks postconditions that determine nothing
 * @param locals slots that the expressions need
 */
record EventBody(
    Rule[] preconditions, Effect[] effects, Rule[] checks, Partner[] partners, int locals) {

  /** {@code new this.field == value}. */
  record Effect(int field, Code value, Rule rule) {}
}
