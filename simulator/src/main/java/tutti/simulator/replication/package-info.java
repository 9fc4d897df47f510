/**
 * An explorer of the replicated log alone: all that can happen to three replicas within bounds. The
 * machines are those of production ({@code tutti.protocol.replication}); the hosts around them are
 * a model, and so are their disks.
 *
 * <p>Begin with {@link tutti.simulator.replication.LogExplorer} and {@link
 * tutti.simulator.replication.LogScope}, which has the scopes by name. {@code LogSteps} has the
 * steps that can follow a state, {@code Stepping} carries one out and judges it, {@code LogModel}
 * has the parts of states as numbers, with the tables of the explorer of commit protocols ({@code
 * tutti.simulator.commit.table}, {@code tutti.simulator.machines}).
 *
 * <p><b>Steps.</b> A message arrives, in any order; one that never does is a lost one, so losses
 * need no bound. A host flushes what it has written. It stands for election, a leader is given a
 * command, asked a read, told to hand over, or says that it is there; a blank or rejoining replica
 * asks again. As often as the scope allows, a message arrives once more, a host crashes, between
 * any two effects of an event, with any first part of what it has written, and starts again at any
 * moment or never; or it loses its disk.
 *
 * <p><b>Start.</b> Most scopes begin when the first host leads the first ballot, which all have
 * accepted; so the ballots that a scope allows come after that one. In those with lost disks a
 * command is chosen by the first two hosts as well.
 *
 * <p><b>Leases.</b> Timers of leases run down at any time, but for one rule, which is what clocks
 * whose rates are bounded give: a lease that a follower granted ends after every lease whose timer
 * a leader had set before.
 *
 * <p><b>Worlds that are one.</b> These differences are left out, since they change nothing that the
 * rules can see:
 *
 * <ul>
 *   <li>A pre-vote succeeds whenever it is asked for: more can happen than in the real world, where
 *       it can fail.
 *   <li>Refusals are lost: they only end an attempt that cannot succeed.
 *   <li>Answers to a ballot that their receiver does not lead any more, and messages of a ballot
 *       that their receiver has promised not to accept in, are as good as lost if the receiver does
 *       nothing but refuse them.
 *   <li>Once no host can crash any more, a flush is at once: that it is late shows only in messages
 *       that are late.
 *   <li>Disks with the same meaning are one, whatever records they have it from.
 * </ul>
 *
 * <p><b>Judged</b> at every step, by the names of the findings: {@code agreement} (I1, I2), {@code
 * promises-kept} (I3), {@code forced} (I4), {@code complete-reign}, {@code own-ballot} and {@code
 * reign-numbers} (I5), {@code linearizable} (I6), {@code rejoined} (I9) and {@code formed-once}.
 * The walks of the protocol's own tests check that everything ends (I10).
 */
@NullMarked
package tutti.simulator.replication;

import org.jspecify.annotations.NullMarked;
