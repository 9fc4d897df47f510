/**
 * The transfer of state to a replica that lags: since its disk was lost, or since it was away when
 * others let go of a part of their log.
 *
 * <p>Begin with {@link tutti.engine.transfer.StateTransfer}, which sends, asks, repeats and gives
 * up; {@link tutti.engine.transfer.StateSource} gives the state of a replica piece by piece, and
 * {@link tutti.engine.transfer.StateSink} takes what comes. Each way of replication has a pair of
 * these: checkpoints of shards under MultiPaxos, images under TAPIR, items under Janus.
 *
 * <table>
 * <caption>Messages between two replicas of a shard: a kind, a transfer's number, and</caption>
 * <tr><th>message</th><th>to</th><th>content</th></tr>
 * <tr><td>OFFER</td><td>a replica that lags</td><td>what the source says of its state</td></tr>
 * <tr><td>REFER</td><td>another replica</td><td>the host that lags, and what it lacks: please offer</td></tr>
 * <tr><td>FETCH</td><td>the sender</td><td>a cursor of the sink</td></tr>
 * <tr><td>PIECE</td><td>the receiver</td><td>that cursor, and the state from there on</td></tr>
 * <tr><td>LATER</td><td>the receiver</td><td>nothing: the piece cannot be given yet</td></tr>
 * <tr><td>GONE</td><td>the receiver</td><td>nothing: the sender cannot go on with this transfer</td></tr>
 * </table>
 *
 * <p>For example, host 2 has lost its disk. Host 0 offers, host 2 draws the number 77 and fetches
 * the first piece. The second one is lost; at the second offer since, host 2 fetches it again. When
 * both answers arrive after all, the cursor of the later one is not the expected one any more.
 */
@NullMarked
package tutti.engine.transfer;

import org.jspecify.annotations.NullMarked;
