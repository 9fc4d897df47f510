/**
 * The interface through which an engine provides the rows of an actor. Begin with {@link
 * tutti.model.relation.store.RowStore}, which finds and changes rows; a {@link
 * tutti.model.relation.store.KeyRange} is the part of an order that a {@link
 * tutti.model.relation.store.RowVisitor} is shown.
 */
@NullMarked
package tutti.model.relation.store;

import org.jspecify.annotations.NullMarked;
