/**
 * MultiPaxos: the replicas of a shard agree on one log, as long as a majority of them is up.
 *
 * <p><b>Sources.</b> L. Lamport: <i>The Part-Time Parliament</i>, TOCS 16(2), 1998 (ballots,
 * promises, acceptances). D. Ongaro: <i>Consensus: Bridging Theory and Practice</i>, dissertation,
 * 2014: §3.6 and Figure 3.7 (which log is continued, and what of it counts as chosen), §3.10
 * (handing over), §6.2 (a leader without a majority), §6.4 (read index, leases), §9.6 (pre-vote).
 * B. Liskov, J. Cowling: <i>Viewstamped Replication Revisited</i>, 2012: §4.3 (a replica that lost
 * what it said). E. Michael, D. Ports, N. Sharma, A. Szekeres: <i>Recovering Shared Objects Without
 * Stable Storage</i>, DISC 2017 (crash-consistent quorums). T. Chandra, R. Griesemer, J. Redstone:
 * <i>Paxos Made Live</i>, PODC 2007 (disks that fail). The rules where these leave a question open:
 * docs/rulings.md#replication.
 *
 * <p><b>Roles.</b> Each replica is an acceptor. One at a time leads a ballot: a term. Ballots are
 * numbered by attempt and host. The log is contiguous; an entry keeps the ballot in which it was
 * appended for the first time. Entry and ballot together name a place ({@link
 * tutti.protocol.replication.LogMark}): logs that have it agree in all before it.
 *
 * <p>Begin with {@code Replica}, which holds what all roles share, and {@code Acceptor}. The roles
 * are {@code GroupFormation}, {@code ReplicaRecovery}, {@code Follower}, {@code PreCandidate},
 * {@code LeaderElection} (phase 1), {@code Proposer} (phase 2) and {@code Halted}. {@code Log} is
 * the log, {@code Record} the records, {@link tutti.protocol.replication.multipaxos.DurableState}
 * the memory that they leave, {@code DurableReply} what waits for them, {@code ReadIndex} and
 * {@code Lease} are for reads, {@code CrashVector} are the crash vectors.
 *
 * <table>
 * <caption>Messages; each carries the shard's identity</caption>
 * <tr><th>message</th><th>from, to</th><th>meaning</th></tr>
 * <tr><td>Form</td><td>blank replica, all</td><td>is the shard formed? With a shard, from the first
 * host: are you blank as well, and will you form this one?</td></tr>
 * <tr><td>Forms(nonce)</td><td>blank replica, first host</td><td>I am blank on the disk of that name,
 * and will form that shard and no other, which is forced</td></tr>
 * <tr><td>Formed(members)</td><td>formed replica, blank one</td><td>the shard was formed of these
 * disks</td></tr>
 * <tr><td>Rejoin(nonce, disk)</td><td>replica that lost its disk, all</td><td>what have you promised
 * and accepted? This disk has that number; 0 asks which numbers were used</td></tr>
 * <tr><td>Rejoined(nonce, disk, promised, end, disks)</td><td>voting replica, one that
 * rejoins</td><td>this; I count no answer of an older disk of yours, which is forced. Unasked, from a
 * leader: yours is an older one</td></tr>
 * <tr><td>PreVote(ballot, chosen)</td><td>would-be leader, all</td><td>would you promise, and can you
 * give me the log behind that position?</td></tr>
 * <tr><td>PreVoteGranted(ballot)</td><td>voting replica, would-be leader</td><td>I would: I hear no leader,
 * and have granted no lease</td></tr>
 * <tr><td>Prepare(ballot, from, yielded)</td><td>candidate, all</td><td>accept nothing below this
 * ballot any more; what is in your log behind that position?</td></tr>
 * <tr><td>Promise(ballot, start, entries, end, chosen, disks)</td><td>voting replica,
 * candidate</td><td>I shall not, which is forced; this, or a first part of it</td></tr>
 * <tr><td>Refused(promised)</td><td>replica, candidate or leader</td><td>I have promised that higher
 * ballot</td></tr>
 * <tr><td>Accept(ballot, previous, entries, chosen, round)</td><td>leader, all</td><td>put these
 * entries behind that mark. Without entries: I am here, and do I still lead?</td></tr>
 * <tr><td>Accepted(ballot, end, round, votes, disks)</td><td>replica, leader</td><td>my log is yours up
 * to there, which is forced; I had promised no higher ballot when I heard of that round</td></tr>
 * <tr><td>Behind(ballot, end)</td><td>replica, leader</td><td>I lack that mark; my log is yours up to
 * there</td></tr>
 * <tr><td>TransferLeadership(ballot)</td><td>leader, replica</td><td>all is chosen and you have it; lead in my
 * place</td></tr>
 * </table>
 *
 * <table>
 * <caption>Acceptor, in every role; what a replica that does not vote does is said</caption>
 * <tr><th>event</th><th>condition</th><th>effects</th><th>next role</th></tr>
 * <tr><td>Form</td><td>formed</td><td>Formed</td><td/></tr>
 * <tr><td>Rejoin(disk)</td><td>votes, disk not older than known</td><td>persist NewDisk, if not 0; count no
 * older answers; when durable Rejoined</td><td/></tr>
 * <tr><td>PreVote</td><td>votes, ballot not above its promise</td><td>Refused</td><td/></tr>
 * <tr><td>PreVote</td><td>votes, hears no leader, no lease granted, still has that
 * position</td><td>PreVoteGranted</td><td/></tr>
 * <tr><td>Prepare</td><td>votes, below its promise</td><td>Refused</td><td/></tr>
 * <tr><td>Prepare</td><td>votes, above, no lease granted but one that was
 * yielded</td><td>persist Promised; when durable Promise</td><td>Follower</td></tr>
 * <tr><td>Prepare</td><td>votes, its promise, durable, and the candidate does not lead
 * yet</td><td>Promise</td><td/></tr>
 * <tr><td>Accept</td><td>below its promise</td><td>Refused</td><td/></tr>
 * <tr><td>Accept</td><td>lacks the mark</td><td>persist Promised, if new; Behind</td><td rowspan="2">
 * Follower, unless it rejoins</td></tr>
 * <tr><td>Accept</td><td>has the mark</td><td>persist Promised, if new, and Stored for what it lacks;
 * when durable Accepted; Chosen. The first with longer leases than before: persist Grants, and
 * no answer before that is durable</td></tr>
 * <tr><td>TransferLeadership</td><td>follows that ballot</td><td/><td>LeaderElection</td></tr>
 * <tr><td>Promise, Accepted, Rejoined unasked</td><td>votes, and the disks name a newer one of this
 * host</td><td>persist ReplicaRecovery</td><td>ReplicaRecovery</td></tr>
 * <tr><td>Installed</td><td>more than is chosen here</td><td>persist Installed; when durable
 * Accepted</td><td/></tr>
 * <tr><td>Released</td><td/><td>persist Summary</td><td/></tr>
 * <tr><td>Renew</td><td/><td>persist Stored for all that is left of the log, and
 * Summary</td><td/></tr>
 * <tr><td>Halted</td><td/><td>if it leads: Accept to all, TransferLeadership to the follower that has
 * most</td><td>Halted</td></tr>
 * </table>
 *
 * <table>
 * <caption>Roles; an event that is in no row does nothing</caption>
 * <tr><th>role</th><th>event</th><th>effects</th><th>next role</th></tr>
 * <tr><td>GroupFormation</td><td>begin, first host</td><td>persist GroupFormation of its own shard; when durable Form
 * to all</td><td/></tr>
 * <tr><td>GroupFormation</td><td>Form of the first host, of the same origin</td><td>persist GroupFormation; when durable
 * Forms</td><td/></tr>
 * <tr><td>GroupFormation</td><td>Forms of all others</td><td>persist Formed; when durable Formed to
 * all</td><td>PreCandidate</td></tr>
 * <tr><td>GroupFormation</td><td>Formed, this disk among the members</td><td>persist
 * Formed</td><td>Follower</td></tr>
 * <tr><td>GroupFormation</td><td>Formed, of other disks, of the same origin if the replica has
 * one</td><td>persist ReplicaRecovery</td><td>ReplicaRecovery</td></tr>
 * <tr><td>GroupFormation</td><td>RETRY</td><td>Form</td><td/></tr>
 * <tr><td>ReplicaRecovery</td><td>begin, RETRY</td><td>Rejoin(0) to all that have not
 * answered</td><td/></tr>
 * <tr><td>ReplicaRecovery</td><td>Rejoined(0) of f + 1 others</td><td>Rejoin with the number after the
 * highest</td><td/></tr>
 * <tr><td>ReplicaRecovery</td><td>Rejoined of f + 1 others</td><td>persist NewDisk and Promised: the highest; it
 * accepts from now on, and does not vote</td><td/></tr>
 * <tr><td>ReplicaRecovery</td><td>has all that it may have accepted</td><td>persist Joined; when durable it
 * votes</td><td>Follower</td></tr>
 * <tr><td>Follower</td><td>ELECTION</td><td>waits for its turn in the group</td><td>PreCandidate</td></tr>
 * <tr><td>PreCandidate</td><td>begin, ELECTION, Refused</td><td>PreVote with a higher ballot</td><td/></tr>
 * <tr><td>PreCandidate</td><td>PreVoteGranted of a majority</td><td/><td>LeaderElection</td></tr>
 * <tr><td>LeaderElection</td><td>begin</td><td>persist Promised; when durable Prepare</td><td/></tr>
 * <tr><td>LeaderElection</td><td>Promise of a majority</td><td>Prepare for the rest of the best log, until
 * that is there</td><td/></tr>
 * <tr><td>LeaderElection</td><td>has the best log</td><td>persist Stored for what it
 * lacks</td><td>Proposer</td></tr>
 * <tr><td>LeaderElection</td><td>Refused, ELECTION, the best log's disk is lost</td><td/><td>PreCandidate</td></tr>
 * <tr><td>LeaderElection</td><td>the best log begins behind what is chosen here</td><td/><td>Follower</td></tr>
 * <tr><td>Proposer</td><td>begin</td><td>persist Stored: the term's first entry; Accept to
 * all</td><td/></tr>
 * <tr><td>Proposer</td><td>Propose</td><td>persist Stored; Accept to all that are not
 * behind</td><td/></tr>
 * <tr><td>Proposer</td><td>Accepted of a majority, the term's first entry among what it
 * covers</td><td>Chosen; the first time Opened</td><td/></tr>
 * <tr><td>Proposer</td><td>Behind</td><td>Accept from there, one message at a time until it is
 * answered; SnapshotNeeded if the log was let go</td><td/></tr>
 * <tr><td>Proposer</td><td>Confirm</td><td>Confirmed, if a lease is valid; else Accept to all with the
 * next round, if none is under way</td><td/></tr>
 * <tr><td>Proposer</td><td>Accepted of a majority with a round</td><td>Confirmed for all that asked
 * before the round began</td><td/></tr>
 * <tr><td>Proposer</td><td>HandOver, and the successor has all</td><td>TransferLeadership</td><td>Follower</td></tr>
 * <tr><td>Proposer</td><td>HandOver at once: the host cannot do a leader's work</td><td>TransferLeadership to the host that has most</td><td>Follower</td></tr>
 * <tr><td>Proposer</td><td>HEARTBEAT</td><td>Accept to all; Rejoined unasked to those that have
 * answered from an older disk</td><td/></tr>
 * <tr><td>Proposer</td><td>QUORUM without a majority, Refused</td><td>SteppedDown</td><td>Follower</td></tr>
 * </table>
 *
 * <p><b>Costs</b> of a command without failures: 2(r - 1) messages and r forced writes, of which
 * the client waits for one round trip and one flush, since the leader's flush and the followers'
 * run at the same time. Commands do not wait for one another. Idle reads share one round of 2(r -
 * 1) messages and write nothing; under load they cost no message of their own.
 *
 * <p><b>Invariants.</b>
 *
 * <ul>
 *   <li>I1: at a position at most one entry is ever chosen.
 *   <li>I2: what is chosen is a first part of the log, the same on all replicas.
 *   <li>I3: no replica accepts below its promise, also after a restart.
 *   <li>I4: a promise and an acceptance are durable before they are said.
 *   <li>I5: a term opens with all that was chosen, and one host leads a ballot.
 *   <li>I6: a client hears only what is chosen, and a read sees all that any term had told before
 *       the read was asked.
 *   <li>I7: at equal positions the states of replicas are equal. The hosts see to it.
 *   <li>I8: the log is let go only behind a complete checkpoint of the own host, and every replica
 *       can be brought up from every other.
 *   <li>I9: a replica that may have lost what it said neither promises nor accepts countably until
 *       it has rejoined.
 *   <li>I10: when f + 1 replicas that vote are up and messages arrive, a leader comes and
 *       everything ends.
 * </ul>
 *
 * <p>Each replica watches its own part of I2, I3, I4, I5 and I9 as it runs ({@link Invariants}), by
 * the rules that explorations check: a step that breaks one is carried out nowhere, and is treated
 * as one that throws. It sees that what becomes chosen continues its own log, not that others have
 * the same; that it votes once it has joined, not that it joined with all it had said. I1, I6, I7,
 * I8 and I10 no replica can see alone.
 *
 * <p><b>Guarantees</b> one log and linearizable reads, whichever messages are lost, doubled, late
 * or out of order and whichever hosts crash, while at most f of 2f + 1 disks are lost at a time.
 * <b>Needs</b>, for leases, a bound on how differently two clocks run, and that a lease's timer has
 * run down, by the clock, before a later question is given; for all else no clocks.
 *
 * <p><b>Departures from the texts.</b>
 *
 * <ul>
 *   <li>Any replica may lead: it fetches the best log of a majority. Raft lets only a replica lead
 *       whose log is the best. So the preferred leader leads, whatever it has missed, unless the
 *       others have let go what it needs.
 *   <li>A new leader keeps the ballots of the entries that it takes over, as Raft does; the
 *       Part-Time Parliament proposes each again in the new ballot, which would cost a write for
 *       each.
 *   <li>Positions are bytes and not indexes, so that they mean what they mean in an unreplicated
 *       log.
 *   <li>A ballot is forced at the candidate before Prepare is sent. With that a host never leads a
 *       ballot twice.
 *   <li>Rejoining takes two rounds: the numbers of disks must grow, and a blank disk does not know
 *       the last one. DISC'17 keeps vectors of such numbers in all messages; here Promise and
 *       Accepted carry them, the only answers that are counted.
 *   <li>VR Revisited lets a recovered replica go on once it has the log of the leader. Here it has
 *       to have the log of a leader whose ballot is above all that its quorum had promised, up to
 *       that term's first entry, or of that very ballot up to where the answers' logs end: then it
 *       has all that its lost disk helped to choose.
 *   <li>The length of the leases that a replica grants is durable before it grants one, so that its
 *       next life knows for how long it must promise nobody else; the dissertation leaves restarts
 *       open. A leader's lease is given up by a hand-over, so its successor waits for none.
 *   <li>Forming is a commitment of all hosts. The texts assume that the group is there. A shard
 *       that is formed of a backup bears its name, the <em>origin</em>: replicas that have the same
 *       log and checkpoint before the first term form it, and an empty one may only rejoin.
 *   <li>Replicas stand for election by their place in the group and not after random waits.
 * </ul>
 */
@NullMarked
package tutti.protocol.replication.multipaxos;

import org.jspecify.annotations.NullMarked;
