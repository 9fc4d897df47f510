/**
 * The relations that an actor encapsulates (Reactors §2.2.1): rows are records, found by primary
 * key, by indexes and by declarative selections. Begin with {@link tutti.model.relation.Relation},
 * which an actor declares.
 *
 * <p>{@link tutti.model.relation.Index} and {@link tutti.model.relation.UniqueIndex} find rows by
 * other components. {@link tutti.model.relation.Selection} is a query on one relation, {@link
 * tutti.model.relation.Join} and {@link tutti.model.relation.Rows} on several, {@link
 * tutti.model.relation.Groups} on what rows have in common; {@code Planner} and {@code AccessPath}
 * find the way to the rows. {@link tutti.model.relation.RelationDefinition}, {@link
 * tutti.model.relation.RowOrder} and {@link tutti.model.relation.KeyShape} describe a relation to
 * the engine, which keeps the rows behind {@code relation.store}.
 *
 * <p>The package does not depend on actors and calls.
 */
@NullMarked
package tutti.model.relation;

import org.jspecify.annotations.NullMarked;
