package tutti.rebel.compile;

import tutti.rebel.code.Code;
import tutti.rebel.code.RefusalRule;

/**
 * The compiled body of an event. The arrays are never changed.
 *
 * @param checks postconditions that determine no field
 * @param locals slots that the expressions need
 */
record EventBody(
    RefusalRule[] preconditions,
    Effect[] effects,
    RefusalRule[] checks,
    Partner[] partners,
    int locals) {

  /** A compiled effect, {@code new this.field == value}. */
  record Effect(int field, Code value, RefusalRule rule) {}
}
