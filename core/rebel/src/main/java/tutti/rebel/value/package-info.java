/**
 * The values of Rebel: their types, arithmetic and text. Begin with {@link tutti.rebel.value.Type};
 * {@code tutti.rebel.form} has the values' forms in JSON, in Java and in bytes. The meaning of each
 * operation is described for users in {@code docs/rebel.md}, "Values and arithmetic".
 *
 * <p>The Java classes of the values:
 *
 * <table>
 *   <caption>Rebel types and Java classes</caption>
 *   <tr><td>Boolean, String</td><td>{@link Boolean}, {@link String}</td></tr>
 *   <tr><td>Integer</td><td>{@link Long} if it fits, else {@link java.math.BigInteger}; {@code Inf}
 *       is {@link tutti.rebel.value.Infinity}</td></tr>
 *   <tr><td>Money, Percentage, Currency, IBAN</td><td>the classes of those names here</td></tr>
 *   <tr><td>Date, Time, DateTime</td><td>{@link java.time.LocalDate}, {@link java.time.LocalTime},
 *       {@link java.time.LocalDateTime} in UTC, all in whole seconds</td></tr>
 *   <tr><td>Period, Frequency, Term, InterestNorm, InterestTariff</td><td>the same</td></tr>
 *   <tr><td>set, map</td><td>{@link tutti.rebel.value.SetValue}, {@link
 *       tutti.rebel.value.MapValue}, in canonical order</td></tr>
 *   <tr><td>reference</td><td>the value of the instance's key</td></tr>
 * </table>
 *
 * <p>All values are immutable and compared by {@code equals}; each number has one representation.
 */
@NullMarked
package tutti.rebel.value;

import org.jspecify.annotations.NullMarked;
