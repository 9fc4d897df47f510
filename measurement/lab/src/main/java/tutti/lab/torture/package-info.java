/**
 * {@code tutti torture}: real nodes on real disks and sockets, loaded over HTTP, killed, paused,
 * cut off and changed, and judged by the checkers that judge simulations. The history is the
 * clients' answers, and the order of effects in the nodes' logs.
 *
 * <p>Readers begin with {@link tutti.lab.torture.Torture}, which makes one {@link
 * tutti.lab.torture.TortureRound} after another; {@link tutti.lab.torture.FaultInjector} has the
 * faults, {@link tutti.lab.torture.TortureChecker} the rules.
 */
@NullMarked
package tutti.lab.torture;

import org.jspecify.annotations.NullMarked;
