/**
 * An ordered index that lets a transaction check that a key that it did not find is still not
 * there.
 *
 * <p>Begin with {@link tutti.engine.storage.index.OrderedIndex}; a {@link
 * tutti.engine.storage.index.Descent} finds a leaf, a {@link tutti.engine.storage.index.Cursor}
 * goes along them, and a {@link tutti.engine.storage.index.NodeSet} remembers what a look rests on.
 *
 * <p><b>Sources.</b> V. Leis, F. Scheibner, A. Kemper, T. Neumann: <i>The ART of Practical
 * Synchronization</i>, DaMoN 2016: §3 "Optimistic Lock Coupling". S. Tu, W. Zheng, E. Kohler, B.
 * Liskov, S. Madden: <i>Speedy Transactions in Multicore In-Memory Databases</i>, SOSP 2013 (Silo):
 * §4.6 "Range queries and phantoms".
 *
 * <p><b>Transitions</b> of one node, whose version is odd while it is locked:
 *
 * <table>
 * <caption>locks of each step</caption>
 * <tr><th>step</th><th>locks, in this order</th><th>then</th></tr>
 * <tr><td>get, scan of a leaf</td><td>nothing</td><td>again, if a version on the way has changed</td></tr>
 * <tr><td>insert</td><td>the leaf</td><td>the leaf's version is raised</td></tr>
 * <tr><td>insert below a full node</td><td>its parent, it</td><td>split: both are raised; from the root again</td></tr>
 * <tr><td>insert below a full root</td><td>the root</td><td>its content goes into a new only child: raised; from the root again</td></tr>
 * <tr><td>remove</td><td>the leaf</td><td>the leaf's version is raised</td></tr>
 * <tr><td>remove a leaf's last key</td><td>the lowest node above with other children, all below it down
 * to the leaf</td><td>it loses that child: raised; those below are obsolete for ever</td></tr>
 * </table>
 *
 * <p><b>Invariants.</b>
 *
 * <ul>
 *   <li>I1: the content of a node is used only if the node's version was the same, and unlocked,
 *       before and after the read (to go down: the child's version is noted before the parent's is
 *       checked).
 *   <li>I2: a lock is taken at the version that was read, or not at all; no thread waits for one
 *       while it holds another. So there is no deadlock, and the content that a change was computed
 *       from still holds.
 *   <li>I3: each key has one leaf where it is or would be. A leaf's range becomes smaller only by a
 *       change that raises its version.
 *   <li>I4: no key comes into a leaf's range, and none leaves it, without its version being raised.
 *       So a scan and an absent read are repeatable while the versions of their leaves are the
 *       same.
 *   <li>I5: a transaction's own changes leave valid entries of its node set valid, and invalid ones
 *       invalid.
 *   <li>I6: the root is always the same node.
 *   <li>I7: an empty leaf is the only leaf.
 * </ul>
 *
 * <p><b>Guarantees</b> linearizable get, insert-if-absent and remove. A scan is of each leaf as it
 * was at one time; all of it is as of the time when its node set is found valid. <b>Needs</b> keys
 * that never change. Readers may have to start again while writers succeed: they are not wait-free.
 *
 * <p><b>Departures from the papers.</b> Silo's index is a Masstree; this is a B+-tree of byte
 * strings, since the trie of a Masstree pays for long keys with shared beginnings, and most keys
 * here are a number or two. Silo has one version for inserts and another for splits, and removals
 * raise neither where they can; here there is one and all changes raise it, so a removal may abort
 * a scan beside it, which is safe and rare. Memory is reclaimed by the collector where the papers
 * use epochs: an obsolete node stays as long as a node set has it. Nodes are not merged when they
 * are half empty, only taken away when they are empty.
 */
@NullMarked
package tutti.engine.storage.index;

import org.jspecify.annotations.NullMarked;
