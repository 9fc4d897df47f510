/**
 * The rows of relational actors: places with TID words, found by primary key and by indexes.
 *
 * <p>Begin with {@link tutti.engine.storage.rows.RowTable}, a relation of one actor; {@link
 * tutti.engine.storage.rows.RowPlace} is where a row lives, and {@link
 * tutti.engine.storage.rows.Tid} the word that says which version it is.
 *
 * <p><b>Source.</b> S. Tu, W. Zheng, E. Kohler, B. Liskov, S. Madden: <i>Speedy Transactions in
 * Multicore In-Memory Databases</i>, SOSP 2013 (Silo): §4.2 "Transaction IDs", §4.4 "Commit
 * protocol", §4.5 "Database operations", §4.6 "Range queries and phantoms".
 *
 * <p>A relation has one {@link tutti.engine.storage.index.OrderedIndex} from primary keys to
 * places, one from each index's keys to the same places, and a hash table of places, which is only
 * a shorter way: a key that is not in it is looked for in the order.
 *
 * <p><b>Transitions</b> of one place's word:
 *
 * <table>
 * <caption>status bits</caption>
 * <tr><th>step</th><th>from</th><th>to</th></tr>
 * <tr><td>make</td><td>-</td><td>ABSENT, with the table's floor as its number</td></tr>
 * <tr><td>lock</td><td>any but LOCKED, GONE</td><td>the same, LOCKED</td></tr>
 * <tr><td>unlock</td><td>LOCKED</td><td>as before the lock</td></tr>
 * <tr><td>install a row</td><td>LOCKED, ABSENT or not</td><td>the writer's number</td></tr>
 * <tr><td>install a deletion, undo of a place without a row</td><td>LOCKED</td><td>ABSENT, GONE: the end</td></tr>
 * </table>
 *
 * <p>Optimistic control reads places and node sets; adds places for the rows that it wants to
 * insert (<i>make</i>) and reads them too, since others may write there first; to commit it locks
 * the rows that it writes in the order of actors, relations and keys, <i>prepares</i> the indexes,
 * validates words and node sets, and <i>installs</i>, or else <i>undoes</i>. Control by locks
 * <i>applies</i>, and so does recovery.
 *
 * <p><b>Invariants.</b>
 *
 * <ul>
 *   <li>I1: a row changes only while its word is locked, and with another number: a reader that
 *       finds the word the same before and after has read row and word of one moment.
 *   <li>I2: a key has at most one place that is not gone, and it is in the primary order. The hash
 *       table gives that place, or one that is gone.
 *   <li>I3: the numbers of the rows that a key has had, at all its places, only grow.
 *   <li>I4: a place is gone before another one of its key is there: a reader of the old one fails.
 *   <li>I5: an index has the entry of a row before its writer validates, and until its next writer
 *       has validated. So a transaction that looks for the row finds it or fails.
 *   <li>I6: a place whose word is unlocked has in each index the entry of its row and no other.
 * </ul>
 *
 * <p><b>Guarantees</b> that a transaction that validates its words and its node set at commit has
 * read rows that have not changed since. <b>Needs</b> canonical keys; immutable rows; TIDs greater
 * than those that they replace.
 *
 * <p><b>Departures from the paper.</b> Older rows are kept beside the table, by {@code
 * tutti.engine.snapshot}, so a deleted row's place goes at once; the paper keeps it until no
 * snapshot needs it, and its number with it, for which the table's floor stands in. Silo's
 * secondary indexes are tables that the application maintains; here they are entries without words,
 * and the row that they lead to is validated. The paper overwrites small records where they are;
 * rows here are objects that are replaced. Its word has a worker's number, which is not needed
 * here, since no two words of one row are equal.
 */
@NullMarked
package tutti.engine.storage.rows;

import org.jspecify.annotations.NullMarked;
