package tutti.rebel.compile;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import tutti.rebel.syntax.BinaryOperator;

/**
 * {@code sign * field + constant ? 0}: a condition that is linear in one field.
 *
 * @param sign 1 or -1
 * @param deltas how often the event's own delta of that field is part of the constant
 * @param locals slots that the terms need
 */
record LinearCheck(
    BinaryOperator operator,
    int field,
    int sign,
    int deltas,
    List<LinearSum.Term> terms,
    int locals) {

  /**
   * Returns the check that the sum compares in this way with zero, or empty if the sum is not one
   * of a single field.
   */
  static Optional<LinearCheck> of(BinaryOperator operator, LinearSum sum, int locals) {
    boolean comparable = operator.signs() != 0 && operator != BinaryOperator.NOT_EQUAL;
    if (!comparable || sum.fields().size() != 1) {
      return Optional.empty();
    }
    Map.Entry<Integer, Integer> only = sum.fields().entrySet().iterator().next();
    int field = only.getKey();
    boolean ownDelta = sum.deltas().keySet().stream().allMatch(delta -> delta == field);
    if (Math.abs(only.getValue()) != 1 || !ownDelta || sum.terms().size() > 100) {
      return Optional.empty();
    }
    return Optional.of(
        new LinearCheck(
            operator,
            field,
            only.getValue(),
            sum.deltas().getOrDefault(field, 0),
            List.copyOf(sum.terms()),
            locals));
  }

  /** The {@link BinaryOperator#signs} of the field, compared with the edge. */
  private int signs() {
    return sign > 0 ? operator.signs() : BinaryOperator.mirrored(operator.signs());
  }

  /**
   * The least value of the field for which the check holds, if the sum's other part is {@code
   * rest}.
   */
  long lower(long rest) {
    long edge = -sign * rest;
    return (signs() & 1) != 0 ? Long.MIN_VALUE : (signs() & 2) != 0 ? edge : edge + 1;
  }

  /** The greatest value of the field for which the check holds. */
  long upper(long rest) {
    long edge = -sign * rest;
    return (signs() & 4) != 0 ? Long.MAX_VALUE : (signs() & 2) != 0 ? edge : edge - 1;
  }
}
