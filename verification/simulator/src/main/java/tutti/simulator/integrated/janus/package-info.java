/**
 * An explorer of {@link tutti.protocol.integrated.janus Janus} alone: all that can happen to a few
 * replicas, coordinators and transactions within bounds. The machines are those of production; the
 * hosts around them are a model, and so are their disks.
 *
 * <p>Begin with {@code JanusExplorer} and {@code JanusScope}, which has the scopes by name. The
 * search itself is {@link tutti.simulator.explorer.search.LocalExplorer}: a member is a replica, or
 * a coordinator. {@code JanusSteps} has the steps that a member can take; {@link
 * tutti.simulator.explorer.world.MemberStep} carries one out, {@code JanusReplicaStep} and {@code
 * JanusCoordinatorStep} say what it means, {@code JanusJudge} judges it. {@code JanusStart} has the
 * first state, {@code JanusModel} has machines and disks.
 *
 * <p>For example, a replica that answers a pre-accept is one step: the record is durable, and its
 * answer is under way to the coordinator.
 *
 * <p><b>Steps.</b> A message arrives, in any order and as often as it likes; one that never does is
 * a lost one, and a coordinator whose messages never arrive is one that is gone. A coordinator has
 * waited long enough for the last replicas. As often as the scope allows, a machine repeats what
 * was not answered, or a host crashes and starts again at any moment or never.
 *
 * <p><b>Worlds that are one.</b> These differences are left out, since they change nothing that the
 * rules can see:
 *
 * <ul>
 *   <li>Coordinators that may begin have begun at the start: their messages are late as long as one
 *       likes. This holds for those that take over, too, which the scope counts.
 *   <li>A message that has arrived stays under way. Every message of Janus may come twice, so this
 *       adds what doubled messages can do, and takes nothing away.
 *   <li>A message is dropped once a coordinator ignores it: it would do so for good. Where no
 *       decision is told and no replica crashes, a replica refuses for good whatever it refuses,
 *       and such a message is dropped, too.
 *   <li>A coordinator may be told an answer late: as long as it only counts answers, its state is
 *       that of before them, and each way to count some of those under way is looked at when it
 *       does something by it. Counting one is no step that anybody else can see, and the answers
 *       stay.
 *   <li>Coordinators are one that differ in answers which their step does not need any more, in the
 *       replicas that hold the request, or in whether they have waited for pre-accepts. In return
 *       acceptances and commits bring the request to all: a replica that has it does nothing about
 *       that.
 *   <li>Where no replica crashes and nothing is repeated: a coordinator that has told the decision
 *       counts a replica that has executed or forgotten the transaction at once. It never does less
 *       for having heard so, and what it then sends is late as long as one likes.
 *   <li>There, too, a replica that knows the request accepts a transaction at once of which only
 *       its first coordinator asks, and whose decision is not told: only that coordinator can see
 *       it.
 *   <li>Refusals are lost where no coordinator repeats: they only tell it when to try again.
 *   <li>A coordinator whose decision is chosen and not told has nothing left to do, and is as any
 *       other one that has decided, whatever it was answered.
 *   <li>Once the last configuration has begun, with the new disk among its voters, replicas do not
 *       tell its leader of themselves: it would change nothing any more.
 *   <li>In scopes that do not execute, decisions are chosen and not told: what the rules for
 *       decisions can see has happened by then. With two transactions no decision implies a third
 *       one; {@code implied} has three, and tells the decisions behind which another one may come.
 *   <li>A flush is at once, or never. One that is late shows only in messages that are late. One
 *       that never comes makes a replica <i>doomed</i>: it goes on without anything becoming
 *       durable, for as long as it likes, and crashes. A first part of what the step wrote is left,
 *       any one.
 *   <li>Disks with the same meaning are one, whatever records they have it from.
 * </ul>
 *
 * <p><b>Not explored</b>: in scopes of two transactions replicas remember nothing of what was
 * implied or forgotten, if a shard has several or one may crash. There the fast path is not taken
 * by that, as it is in {@code implied}, {@code crossing}, {@code sync-point} and {@code refusals}.
 *
 * <p>{@code JanusExplorationTest} compares what replicas and decisions become with a search in
 * which each message arrives once, and no coordinators are one.
 *
 * <p><b>Judged</b> at every step, by the names of the findings: {@code one-decision} (I1), {@code
 * depends} (I2), {@code one-order} (I3), {@code forced} (I6), {@code executed-alike} (I9), {@code
 * told} (I10); {@code one-order} is broken, too, by a replica that leaves out what another one has
 * executed before. The walks of the protocol's own tests check the others.
 */
@NullMarked
package tutti.simulator.integrated.janus;

import org.jspecify.annotations.NullMarked;
