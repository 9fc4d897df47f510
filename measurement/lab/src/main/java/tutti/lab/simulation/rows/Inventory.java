package tutti.lab.simulation.rows;

import tutti.lab.simulation.rows.RowActor.Purse;
import tutti.model.relation.Index;
import tutti.model.relation.Relation;
import tutti.model.relation.UniqueIndex;

/** The relations and indexes that every version of a shelf has, in the version's own rows. */
record Inventory<I extends Record & ItemRow>(
    Relation<Long, I> items,
    Relation<Long, Purse> purses,
    Index<Long, I> byGroup,
    UniqueIndex<Long, I> byCode,
    Maker<I> maker) {

  /** A maker of items. */
  interface Maker<I> {
    I item(long id, long group, long code, long stamp);
  }
}
