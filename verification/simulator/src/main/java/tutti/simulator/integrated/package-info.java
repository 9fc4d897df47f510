/**
 * An explorer of TAPIR alone: all that can happen to a few replicas, coordinators and transactions
 * within bounds. The machines are those of production ({@code tutti.protocol.integrated.tapir});
 * the hosts around them are a model, and so are their disks and the configuration logs of views.
 *
 * <p>Begin with {@link tutti.simulator.integrated.TapirExplorer} and {@link
 * tutti.simulator.integrated.TapirScope}, which has the scopes by name. The search itself is {@link
 * tutti.simulator.explorer.search.MachineExplorer}. {@code TapirSteps} has the steps that can
 * follow a state, and {@code TapirStepping} a world in which one is taken. {@link
 * tutti.simulator.explorer.world.MemberStep} carries out a member's part of it; {@code
 * TapirReplicaStep} and {@code TapirCoordinatorStep} say what that means, {@code TapirJudge} judges
 * it, and {@code TapirOrder} judges the claim. {@code TapirRelevance} knows the messages that can
 * make a difference, {@code TapirModel} has machines, disks and messages as numbers. {@link
 * tutti.simulator.integrated.MemberPlaces} and {@link tutti.simulator.integrated.MemberFacts} serve
 * the explorer of Janus, too.
 *
 * <p>For example, with three replicas a transaction begins as a coordinator at place 3, whose
 * questions are under way to the places 0, 1 and 2.
 *
 * <p><b>Steps.</b> A transaction begins, with every combination of versions that replicas can tell.
 * A message arrives, in any order; one that never does is a lost one, so losses need no bound, and
 * a coordinator whose messages never arrive is one that is gone. A coordinator has waited long
 * enough for a fast quorum. A replica hears of the next command of its shard's configuration log.
 * As often as the scope allows, the leader of a configuration log ends the view, another host
 * leads, another coordinator takes over, a coordinator repeats or hears that no client waits, a
 * message arrives once more, a host crashes, between any two effects of an event, with any first
 * part of what it has written, and starts again at any moment or never; or it loses its disk.
 *
 * <p><b>The configuration log</b> is a list that never loses a command of its leader; the explorer
 * of the replicated log ({@code tutti.simulator.replication}) has the rest. A host that starts
 * hears of all of it.
 *
 * <p><b>Worlds that are one.</b> These differences are left out, since they change nothing that the
 * rules can see. {@code TapirExplorationTest} compares all that replicas come to, and the outcomes,
 * with a search that leaves out the first four alone.
 *
 * <ul>
 *   <li>A coordinator that has nothing left to do hears nothing; where outcomes are not told to
 *       replicas, that is one that has ended.
 *   <li>Where nothing is left to be judged, messages make no difference.
 *   <li>Once no host can crash any more, a flush is at once: that it is late shows only in messages
 *       that are late.
 *   <li>Disks with the same meaning are one, whatever records they have it from.
 *   <li>A coordinator that has nothing left to do is as any other one, whatever it was answered.
 *   <li>Once all transactions have begun, coordinators that may take over do so at once: what they
 *       ask does not depend on anything, and their messages are late as long as one likes, or for
 *       ever.
 *   <li>A coordinator's wait for a fast quorum ends when that makes it do something: if it had
 *       ended earlier, the coordinator would have done the same at the answer after which it may.
 *   <li>A confirmation about which a coordinator does nothing is dropped. It is of a ballot or a
 *       view that is over, or of a result that is chosen, or it was counted: there is no way back.
 *       So is one to a coordinator that has decided, if none repeats anything.
 *   <li>A result or promise that a replica tells the first coordinator is dropped once the
 *       coordinator has decided, or has proposed or chosen the shard's result in that view: it is
 *       not counted any more, and that the replica heeds another ballot makes a difference only to
 *       a repetition, of which none is left.
 *   <li>In the first view, if views do not end in the scope, and hosts do not crash, a message of a
 *       coordinator that hears nothing is dropped if the replica writes nothing and answers: its
 *       entries and promises stand, so it would never do more.
 *   <li>There, too, and without repetitions, an outcome arrives at once at a replica that has it
 *       already: the answer is the same at any time, and may be late. It arrives at once at a
 *       coordinator that has decided, and knows the accesses if it has to tell of a commit: that
 *       coordinator only counts such answers, and what it tells then may be late.
 *   <li>Once an outcome is known, it makes no difference which replicas have consented; and once
 *       all transactions have begun, in which order they end.
 *   <li>A state is left out if another one is known that is the same and leaves more choices.
 * </ul>
 *
 * <p><b>Judged</b> at every step, by the names of the findings: {@code results-kept} (I1), {@code
 * no-conflict} (I2, in the record of each view), {@code consented} (I3, and I2, as no replica
 * consents to two that have a conflict), {@code synced} and {@code whole} (I4), {@code silent}
 * (I5), {@code one-outcome} (I6), {@code forced} and {@code rejoined} (I8), {@code strict}: the
 * claim. The walks of the protocol's own tests check that everything ends (I7).
 */
@NullMarked
package tutti.simulator.integrated;

import org.jspecify.annotations.NullMarked;
