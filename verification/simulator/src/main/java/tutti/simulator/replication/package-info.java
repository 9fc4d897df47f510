/**
 * An explorer of the replicated log alone: all that can happen to three replicas within bounds. The
 * machines are those of production ({@code tutti.protocol.replication}); the hosts around them are
 * a model, and so are their disks.
 *
 * <p>Begin with {@link tutti.simulator.replication.LogExplorer} and {@link
 * tutti.simulator.replication.LogScope}, which has the scopes by name. The search itself is {@link
 * tutti.simulator.explorer.search.LocalExplorer}. {@code LogSteps} has the steps that a host can
 * take; {@link tutti.simulator.explorer.world.MemberStep} carries one out, and {@code
 * LogTransition} says what it means and judges it. {@code LogStart} has the first state, {@code
 * LogModel} has the machines and disks, {@code Relevance} knows which messages can still make a
 * difference.
 *
 * <p>For example, a leader that is given a command is a step of its host: the command's entry is
 * durable after it, and messages with the entry are under way to both other hosts.
 *
 * <p><b>Steps.</b> A message arrives, in any order and as often as it likes; one that never does is
 * a lost one. A host stands for election, a leader is given a command, asked a read, told to hand
 * over, or says that it is there; a blank or rejoining replica asks again. As often as the scope
 * allows, a host crashes and starts again at any moment or never; or it loses its disk.
 *
 * <p><b>Start.</b> Most scopes begin when the first host leads the first ballot, which all have
 * accepted; so the ballots that a scope allows come after that one. In some of those with lost
 * disks a command is chosen as well, of which one host has not heard, or a lost disk has come back.
 *
 * <p><b>Leases.</b> Timers of leases run down at any time, but for one rule, which is what clocks
 * whose rates are bounded give: a lease that a follower granted ends after every lease whose timer
 * a leader had set before, if that timer is as short as it has to be. So only the order of a lease
 * that was granted and one that was asked for is kept, and not that of two of a kind.
 *
 * <p><b>Worlds that are one.</b> These differences are left out, since they change nothing that the
 * rules can see. Each either adds steps and takes none away, or drops a step whose end is reached
 * in another way. Walks take real messages one by one, without any of that; a test compares both in
 * a small scope: hosts reach by parts all that they reach by real messages.
 *
 * <ul>
 *   <li>A pre-vote succeeds whenever it is asked for: more can happen than in the real world, where
 *       it can fail.
 *   <li>Refusals are lost: they only end an attempt that cannot succeed.
 *   <li>A message that has arrived stays under way. So the messages of a state are those that were
 *       sent, and not those that happen to be left, of which there are far more combinations. This
 *       adds what doubled messages can do, and takes nothing away. Rejoin alone arrives once: a
 *       second answer is no better than the first one, late, but newer.
 *   <li>The messages of a leader and the answers to it are under way in {@code MessageParts}: each
 *       entry, what is chosen, each round. A message does what its parts do one after another, and
 *       a leader may send as little at a time as it likes. A log without the mark before an entry
 *       does not take it, whether the mark comes in the same message or alone.
 *   <li>All parts of a leader's log are under way from its term's beginning, as if every follower
 *       had said that it lacks all; so is what the leader knows to be chosen, as if its heartbeat
 *       had no end. The explorer asks the machine itself what it would send. Behind need not arrive
 *       then, and how far the leader has got in sending is no difference any more. This adds steps.
 *   <li>What is chosen up to a place replaces what was chosen before, from the same leader to the
 *       same follower, and an accepted end replaces a lower one that was said on the same disk. A
 *       follower that hears the earlier one late ends as if it had heard it at once, before the
 *       later one was said, since nothing else that happened in between depends on that; and up to
 *       which of its own entries it believes the later one depends on what it has accepted by then.
 *   <li>The part of the log for which a candidate asked makes no difference once it leads.
 *   <li>A message is dropped once its receiver ignores it for good: answers to a ballot that it
 *       does not lead any more, answers that tell a leader no more than it knows, messages of a
 *       ballot below its durable promise, answers to an earlier start. Once no host can crash any
 *       more also the parts, and the questions of candidates, that it has answered: it could only
 *       say so again. As long as a disk may be lost, no message of a leader or candidate is
 *       dropped: a host that forgets its promise may take it.
 *   <li>A flush is at once, or never. One that is late shows only in messages that are late. One
 *       that never comes makes a host <i>doomed</i>: it goes on without anything becoming durable,
 *       for as long as it likes, and crashes. A first part of what the step wrote is left, any one.
 *       A crash between two effects of an event is such a step, too, of which the messages behind
 *       it are lost.
 *   <li>Whether a leader or a follower was heard lately is left out: it decides how long a host
 *       waits before it stands for election, which it may at any time here.
 *   <li>Disks with the same meaning are one, whatever records they have it from. What clients were
 *       told is forgotten when no read is left that could miss it.
 *   <li>A follower is told what is chosen just before a step for which it matters what it knows: it
 *       stands for election, promises, takes an entry of another leader, or crashes. All its other
 *       steps commute with being told, which sends nothing new; where it does, it is a step of its
 *       own. Such a word arrives as the leader could have said it at any moment so far.
 *   <li>A read that sees all that was told when it was asked can break no rule any more; without it
 *       all else can happen as well. The same holds once a read is answered, or its term is over:
 *       such states are left out.
 *   <li>A lease that was granted ends just before the promise for which that matters, if it may end
 *       by then; an ended lease only lets a follower do more. What a follower takes with no round
 *       grants no lease, as no leader counts on that.
 *   <li>A host that is down starts at once: one that has started and hears nothing is one that is
 *       down. A doomed host that cannot lead crashes at once: nothing that it says counts.
 *   <li>Where one disk may be lost, a host takes no message any more in a ballot that is below its
 *       durable promise and that of another host: if it loses its disk, it learns the promises of
 *       both others, which lose nothing, before it takes anything again. As long as it has not
 *       learnt them, it takes nothing below both. Where two disks may be lost, a message must be
 *       below the promises of all.
 *   <li>Where one disk may be lost, a blank host hears at once that the shard is formed, and, if no
 *       other disk of it has had a number, that from both others: they can say nothing else, and it
 *       can do nothing before. Two disks or blank hosts at the start have real messages for that.
 *       Of an answer to the question for the number of a disk, only that number counts.
 *   <li>An answer of which a rejoining host is in need arrives as soon as it is said: the host can
 *       do nothing before that another one or a rule sees. An answer that never arrives is a
 *       question that never did.
 *   <li>Once a host follows a leader, the leader's entries that it has already arrive at once:
 *       nothing is written, the host only says that it has them. Told of what is chosen, it may
 *       take any part of that, and a leader counts nothing before the first entry of its term; so
 *       neither misses that the host had matched less. All other entries arrive at any time.
 *   <li>It makes no difference which followers have accepted what a leader knows to be chosen, or
 *       less than the first entry of its term, unless the leader hands over. So the leader does not
 *       hear that, and once it knows that an entry is chosen it is as if both had said so.
 *   <li>A host has said what it has promised durably. The start of a replica that votes needs no
 *       name: only answers to one that rejoins bear it.
 *   <li>In the scopes with three ballots and a fault, and with two faults and a ballot, a candidate
 *       gets the whole log of a replica at once. Entry by entry it gets the same: the log of a
 *       replica in a ballot is the same until the candidate leads, or nothing comes any more.
 *   <li>A state is left out if another one is known that is the same and leaves more choices.
 * </ul>
 *
 * <p><b>Judged</b> at every step, by the names of the findings: {@code agreement} (I1, I2), {@code
 * promises-kept} (I3), {@code forced} (I4), {@code complete-term}, {@code own-ballot} and {@code
 * term-numbers} (I5), {@code linearizable} (I6), {@code rejoined} (I9) and {@code formed-once}. The
 * walks of the protocol's own tests check that everything ends (I10).
 */
@NullMarked
package tutti.simulator.replication;

import org.jspecify.annotations.NullMarked;
