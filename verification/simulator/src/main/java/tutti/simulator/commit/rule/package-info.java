/**
 * The rules by which every state is judged.
 *
 * <p>Begin with {@link tutti.simulator.commit.rule.Rule}; a {@link
 * tutti.simulator.explorer.world.Finding} says how a state breaks one.
 *
 * <p>{@link tutti.simulator.commit.rule.Agreement} holds for each protocol, and {@link
 * tutti.simulator.commit.rule.OnceAtMost} where the transaction acts outside; a protocol's own
 * {@link tutti.simulator.commit.rule.ProtocolClaims} come on top, as {@link
 * tutti.simulator.commit.rule.EasyCommitClaims} and {@link
 * tutti.simulator.commit.rule.PaxosCommitClaims} do. {@link
 * tutti.simulator.commit.rule.LivenessCheck} checks that everything ends from a quiet state. A
 * broken {@link tutti.simulator.commit.rule.Rule} is a {@link
 * tutti.simulator.explorer.world.Finding}.
 */
@NullMarked
package tutti.simulator.commit.rule;

import org.jspecify.annotations.NullMarked;
