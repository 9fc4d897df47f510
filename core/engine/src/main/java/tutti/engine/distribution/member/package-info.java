/**
 * The members of commitments: every way in which a node takes part in a commit protocol.
 *
 * <p>Begin with {@link tutti.engine.distribution.member.CommitMember}: a {@link
 * tutti.engine.distribution.member.Commitment} runs its machine, a {@link
 * tutti.engine.distribution.member.MemberRecord} is what the log has of it, and {@link
 * tutti.engine.distribution.member.CommitMembers} has all members of the node. The roles:
 *
 * <ul>
 *   <li>{@link tutti.engine.distribution.member.TransactionCoordinator}, with its {@link
 *       tutti.engine.distribution.member.ExecutionRounds} to other nodes
 *   <li>{@link tutti.engine.distribution.member.Branch}, another node's transaction here, with its
 *       {@link tutti.engine.distribution.member.BranchExecution}; {@link
 *       tutti.engine.distribution.member.Branches} lets them in
 *   <li>{@link tutti.engine.distribution.member.RecoveredMember}, found in the log or a witness;
 *       {@link tutti.engine.distribution.member.InDoubtMember}, found with a vote and without an
 *       outcome; both are begun by {@link tutti.engine.distribution.member.InDoubtStart}
 *   <li>{@link tutti.engine.distribution.member.HeuristicMember}, ended by a person
 * </ul>
 */
@NullMarked
package tutti.engine.distribution.member;

import org.jspecify.annotations.NullMarked;
