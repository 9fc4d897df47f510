/**
 * {@code tutti bench zipf}: transactions that each increment counters on different shards, of which
 * some are much more popular than others (S. Mu et al., <i>Consolidating Concurrency Control and
 * Consensus for Commits under Conflicts</i>, OSDI 2016, §6.2, which has TAPIR's workload).
 *
 * <p>As there: three shards of a million counters, increments of three counters on three shards, at
 * most 20 attempts, and a next attempt begins at once, as in the paper's published code; its text
 * names no pause.
 *
 * <p>Departures from the paper:
 *
 * <ul>
 *   <li>a counter exists by being named: none is made before the load, and a first increment costs
 *       what any other does;
 *   <li>a request is tried again by the node that runs it, and not by its client: a client of a
 *       shard with a leader would pay one way more for each attempt;
 *   <li>latencies hold the transactions that were given up, with the time until then; the paper
 *       counts these as endless.
 * </ul>
 *
 * <p>Readers begin with {@link tutti.lab.zipf.ZipfWorkload}; {@link
 * tutti.lab.zipf.CountersSimulation} is the same application under faults, {@code tutti simulate
 * --workload counters}.
 */
@NullMarked
package tutti.lab.zipf;

import org.jspecify.annotations.NullMarked;
