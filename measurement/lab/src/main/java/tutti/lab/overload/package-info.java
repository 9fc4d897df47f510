/**
 * {@code tutti bench overload}: more requests than a service does, from clients that wait for a
 * while, go away and come again, and the time after it.
 *
 * <p>Readers begin with {@link tutti.lab.overload.OverloadWorkload}, which starts the processes and
 * judges a run; {@link tutti.lab.overload.OverloadClients} are the clients.
 */
@NullMarked
package tutti.lab.overload;

import org.jspecify.annotations.NullMarked;
