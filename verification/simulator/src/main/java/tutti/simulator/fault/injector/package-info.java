/**
 * Injectors of faults: each carries out some {@linkplain tutti.simulator.fault.FaultKind kinds of
 * faults} while clients work.
 *
 * <p>Begin with {@link tutti.simulator.fault.injector.CrashInjector}.
 *
 * <ul>
 *   <li>{@link tutti.simulator.fault.injector.CrashInjector}: crashes and restarts of one node, as
 *       {@link tutti.simulator.fault.injector.CrashPlan} says;
 *   <li>{@link tutti.simulator.fault.injector.NetworkFaultInjector}: cuts, broken sessions, and
 *       nodes that stand still; {@link tutti.simulator.fault.injector.LateCut}: a cut at the moment
 *       at which a coordinator is late;
 *   <li>{@link tutti.simulator.fault.injector.Burst}: more clients than nodes admit;
 *   <li>{@link tutti.simulator.fault.injector.Operator}: an operator that ends transactions in
 *       doubt by hand;
 *   <li>{@link tutti.simulator.fault.injector.BackupTaker}: backups of a running cluster, opened
 *       and judged by {@link tutti.simulator.fault.injector.RestoredCluster}.
 * </ul>
 */
@NullMarked
package tutti.simulator.fault.injector;

import org.jspecify.annotations.NullMarked;
