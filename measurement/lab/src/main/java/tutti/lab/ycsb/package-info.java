/**
 * {@code tutti bench ycsb}: transactions of a few reads and writes on one large relation (B. F.
 * Cooper et al., <i>Benchmarking Cloud Serving Systems with YCSB</i>, SoCC 2010, in the
 * transactional form of DBx1000), beside a bare prototype of the same algorithm; and transactions
 * over several nodes with a partition each (Easy Commit §6.1).
 *
 * <p>Departures from Easy Commit §6.1:
 *
 * <ul>
 *   <li>rows are a key and eleven numbers, 96 bytes, unless {@code --wide} asks for the paper's: a
 *       key and ten columns, 1 KB together;
 *   <li>a node has 10,000 rows unless told otherwise, the paper's 16 million; so transactions meet
 *       more often for the same skew;
 *   <li>all nodes are in one process, or on a model, and share its cores.
 * </ul>
 *
 * <p>Departures from the core workloads A to F:
 *
 * <ul>
 *   <li>popular rows stand beside each other in the order of keys, where YCSB scatters them;
 *   <li>an update changes a row that is there, so it reads it, and costs what a read-modify-write
 *       costs;
 *   <li>a scan is of one partition, whose keys are every second one where there are two.
 * </ul>
 *
 * <p>Readers begin with {@link tutti.lab.ycsb.YcsbWorkload}, on one node, and {@link
 * tutti.lab.ycsb.PartitionedYcsb}, on several; {@link tutti.lab.ycsb.CoreYcsb} runs the core
 * workloads.
 */
@NullMarked
package tutti.lab.ycsb;

import org.jspecify.annotations.NullMarked;
