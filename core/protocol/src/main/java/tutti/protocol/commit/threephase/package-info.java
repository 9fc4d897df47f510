/**
 * Three-phase commit, with its termination protocol.
 *
 * <p><b>Source.</b> S. Gupta, M. Sadoghi: <i>EasyCommit</i>, EDBT 2018: §2 and Figure 2, §4, §5.2,
 * §7; after D. Skeen: <i>Nonblocking Commit Protocols</i>, SIGMOD 1981. Voting, the termination
 * protocol and clean-up are in {@link tutti.protocol.termination}, which EasyCommit shares.
 *
 * <p>Begin with {@link tutti.protocol.commit.threephase.ThreePhaseMember}, whose one switch has the
 * rows of this table; a {@link tutti.protocol.termination.Situation} names a row's state and event.
 *
 * <table>
 * <caption>Its own transitions; all others are as in that package</caption>
 * <tr><th>state</th><th>event</th><th>effects</th><th>next</th></tr>
 * <tr><td>WAIT</td><td>all said Yes</td><td>persist VOTE: the coordinator's {@code pre-commit}, with
 * its own part</td><td>AGREED</td></tr>
 * <tr><td>AGREED</td><td>that is durable</td><td>PreCommit to all; SILENCE</td><td>PRE_COMMIT</td></tr>
 * <tr><td>WAIT</td><td>No, GaveUp, SILENCE</td><td>Global(abort, no members) to all but the
 * participants that said No or ReadOnly; abort here; tell the client; end</td><td>ENDED</td></tr>
 * <tr><td>READY</td><td>PreCommit</td><td>persist NOTE: {@code pre-commit}; waits for its sender</td>
 * <td>PRE_COMMIT</td></tr>
 * <tr><td>PRE_COMMIT</td><td>that is durable</td><td>PreCommitted</td><td/></tr>
 * <tr><td>PRE_COMMIT, sender of PreCommit</td><td>all have answered; SILENCE: the others have
 * crashed</td><td>persist DECISION and commit here; a leader: persist
 * COMMITTED</td><td>TRANSMIT_C</td></tr>
 * <tr><td>LEADING</td><td>a member, perhaps itself, is in PRE_COMMIT</td><td>PreCommit to those in
 * READY; SILENCE</td><td>PRE_COMMIT; as if all had answered, if none is in READY</td></tr>
 * <tr><td>LEADING</td><td>no member is in PRE_COMMIT</td><td>persist ABORTED; abort
 * here</td><td>TRANSMIT_A</td></tr>
 * <tr><td>READY, PRE_COMMIT, LEADING</td><td>Global</td><td>persist COMMITTED or ABORTED; done here
 * </td><td>TRANSMIT_C, TRANSMIT_A</td></tr>
 * <tr><td>READY</td><td>Global(abort, no members)</td><td>persist ABORTED, unforced; abort here;
 * end</td><td>ENDED</td></tr>
 * <tr><td>TRANSMIT_C, TRANSMIT_A of the member that decided, and of the coordinator</td><td>the
 * outcome is durable</td><td>a leader commits here; Global, settled, to all; tell the client;
 * RETRY</td><td>COMMIT, ABORT</td></tr>
 * <tr><td>TRANSMIT_C, TRANSMIT_A of other members, whose last record the outcome is</td><td>the
 * outcome is durable</td><td>Heard to the sender of the outcome; end</td><td>ENDED</td></tr>
 * <tr><td>RECOVERED</td><td>the coordinator knows nothing; or this member is the coordinator, and
 * all others were down or know nothing</td><td>aborts</td><td/></tr>
 * </table>
 *
 * <p><b>Forced:</b> VOTE before its Yes; the coordinator's VOTE before PreCommit leaves; NOTE
 * before its PreCommitted; DECISION, or a leader's COMMITTED or ABORTED, before any node hears of
 * it; COMMITTED before its Heard. Messages and writes are counted in {@code docs/protocols.md}.
 *
 * <p><b>Why it is safe when nodes crash, and only that.</b> A member that commits has first seen
 * all members that are up in PRE_COMMIT. A member that aborts has seen none there, has been up all
 * the time, and so knows that no member has committed; from then on only it can move the others. If
 * it crashes, the next leader finds the same state. A member that was down has seen nothing, and
 * asks. If all were down, no commit is in a log (the owner of the log would say so). So no client
 * has heard of a commit, and no participant has done anything that others could have seen: the
 * coordinator aborts.
 *
 * <p><b>Where the letter of the paper is unsafe, though nodes only crash</b> ({@link
 * tutti.protocol.commit.threephase.Variant#PAPER}): "on recovery this node needs to consult with
 * the other nodes" (§4.2), and §2 has nodes in READY abort when no other node is left. A
 * participant says Yes and crashes; the coordinator goes on without it, commits and crashes, too;
 * the participant comes back and finds itself alone: it must not abort. <b>The smallest change</b>:
 * a member that was down does not take part in the termination protocol, but asks, and follows
 * ({@link tutti.protocol.commit.threephase.Variant#MENDED}). {@code ThreePhasePaperTest} has both
 * runs.
 *
 * <p><b>Unacknowledged</b> (EasyCommit §7; {@link
 * tutti.protocol.commit.threephase.Variant#UNACKNOWLEDGED}). No member waits for PreCommitted, and
 * NOTE is not forced. A commit is decided when PreCommit has been sent to all, and PreCommit
 * arrives at every member that is up before that member's time is over. Sent means that the
 * operating system has taken it ({@link tutti.protocol.commit.Output.AwaitSent}): so this variant
 * is as safe where processes end, and not where whole machines stop, which the acknowledged one
 * survives.
 *
 * <p><b>Departures.</b>
 *
 * <ul>
 *   <li>Abort is presumed: the coordinator writes no begin and no abort, and no member acknowledges
 *       the coordinator's abort. A leader's abort is acknowledged, since the coordinator may come
 *       back with its VOTE.
 *   <li>The coordinator adds its {@code pre-commit} before PreCommit is sent, and forces it (§2
 *       adds it afterwards): a leader could commit when the coordinator has no record of its own
 *       part ( docs/rulings.md#runtime).
 *   <li>A leader asks for states and brings only those in READY to PRE_COMMIT; Skeen's leader first
 *       has all members move to its own state. The leader remembers the outcome until all have it
 *       in their logs.
 *   <li>A participant that votes No aborts immediately; a participant that only looked drops out
 *       (docs/rulings.md#ruling-3).
 *   <li>The coordinator tells its client when its decision is durable. EasyCommit §5.2 extends its
 *       two-phase commit, whose coordinator waits for all acknowledgements of the last phase before
 *       it commits, answers and releases everything that it holds. The decision stands without that
 *       wait. So figures that compare EasyCommit with this protocol compare it with a faster
 *       protocol than the paper's.
 * </ul>
 */
@NullMarked
package tutti.protocol.commit.threephase;

import org.jspecify.annotations.NullMarked;
