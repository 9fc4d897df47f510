/**
 * The parts of a query that know no relation: {@link tutti.model.relation.query.Operator} compares,
 * {@link tutti.model.relation.query.Ordering} sorts, {@link tutti.model.relation.query.Window}
 * limits, {@link tutti.model.relation.query.Totals} adds up. Begin with {@code
 * tutti.model.relation.Selection}, which uses them all.
 */
@NullMarked
package tutti.model.relation.query;

import org.jspecify.annotations.NullMarked;
