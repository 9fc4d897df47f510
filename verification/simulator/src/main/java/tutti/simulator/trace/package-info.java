/**
 * The events of a run: a running hash that names the run, and, if a reader wants them, the events
 * themselves — as a sequence diagram in text, and as an HTML page.
 *
 * <p>The hash never depends on whether events are kept: so a run that went wrong is repeated with
 * its events kept, and is the same run.
 *
 * <p>Begin with {@link tutti.simulator.trace.Trace}, which is told each {@link
 * tutti.simulator.trace.TraceEvent}; a {@link tutti.simulator.trace.Transcript} is a whole run,
 * which {@link tutti.simulator.trace.SequenceDiagram} and {@link tutti.simulator.trace.HtmlPage}
 * show.
 */
@NullMarked
package tutti.simulator.trace;

import org.jspecify.annotations.NullMarked;
