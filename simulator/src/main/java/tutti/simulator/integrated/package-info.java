/**
 * An explorer of TAPIR alone: all that can happen to a few replicas, coordinators and transactions
 * within bounds. The machines are those of production ({@code tutti.protocol.integrated.tapir});
 * the hosts around them are a model, and so are their disks and the registers of views.
 *
 * <p>Begin with {@link tutti.simulator.integrated.TapirExplorer} and {@link
 * tutti.simulator.integrated.TapirScope}, which has the scopes by name. The search itself is {@link
 * tutti.simulator.machines.MachineExplorer}. {@code TapirSteps} has the steps that can follow a
 * state, {@code TapirStepping} carries one out and judges it, {@code TapirOrder} judges the claim,
 * {@code TapirModel} has the parts of states as numbers, with the tables of the explorer of commit
 * protocols.
 *
 * <p><b>Steps.</b> A transaction begins, with every combination of versions that replicas can tell.
 * A message arrives, in any order; one that never does is a lost one, so losses need no bound, and
 * a coordinator whose messages never arrive is one that is gone. A coordinator has waited long
 * enough for a fast quorum. A replica hears of the next command of its shard's register. As often
 * as the scope allows, the leader of a register ends the view, another host leads, another
 * coordinator takes over or a coordinator repeats, a message arrives once more, a host crashes,
 * between any two effects of an event, with any first part of what it has written, and starts again
 * at any moment or never; or it loses its disk.
 *
 * <p><b>The register</b> is a list that never loses a command of its leader; the explorer of the
 * replicated log ({@code tutti.simulator.replication}) has the rest. A host that starts hears of
 * all of it.
 *
 * <p><b>Worlds that are one.</b> A coordinator that has nothing left to do hears nothing; where
 * outcomes are not told to replicas, that is one that has ended. Where nothing is left to be
 * judged, messages make no difference. Once no host can crash any more, a flush is at once: that it
 * is late shows only in messages that are late. Disks with the same meaning are one, whatever
 * records they have it from.
 *
 * <p><b>Judged</b> at every step, by the names of the findings: {@code results-kept} (I1), {@code
 * consented} (I3, and I2, as no replica consents to two that have a conflict), {@code synced} and
 * {@code whole} (I4), {@code silent} (I5), {@code one-outcome} (I6), {@code forced} and {@code
 * rejoined} (I8), {@code strict}: the claim. The walks of the protocol's own tests check that
 * everything ends (I7).
 */
@NullMarked
package tutti.simulator.integrated;

import org.jspecify.annotations.NullMarked;
