/**
 * The door of a service: which requests are begun while more come than are done. A request is
 * refused by the delay that it would have, never by the number of those that wait, so that what is
 * begun ends in its time.
 *
 * <p>Readers begin with {@link tutti.engine.admission.Admission}, which judges each request by two
 * measures: {@link tutti.engine.admission.DelayLevel}, how late requests are begun, and {@link
 * tutti.engine.admission.WorkLimit}, how long those take that were begun. The package knows no
 * network and no clock: the HTTP server and the simulator use it alike.
 */
@NullMarked
package tutti.engine.admission;

import org.jspecify.annotations.NullMarked;
