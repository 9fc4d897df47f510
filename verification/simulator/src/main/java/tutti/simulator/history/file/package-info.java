/**
 * Histories as files of JSON lines ({@code docs/history-format.md}): begin with {@link
 * tutti.simulator.history.file.HistoryFiles}.
 */
@NullMarked
package tutti.simulator.history.file;

import org.jspecify.annotations.NullMarked;
