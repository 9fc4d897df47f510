/**
 * Closed-loop load: a fixed number of clients, each with one request outstanding (Schroeder et al.
 * 2006; PSAC §5.4 uses the same). Clients are counted, not threads: an answer's callback sends the
 * next request.
 *
 * <p>Readers begin with {@link tutti.lab.load.ClosedLoop}.
 */
@NullMarked
package tutti.lab.load;

import org.jspecify.annotations.NullMarked;
