/**
 * The simulated disk behind {@link tutti.engine.journal.Disk}: folders that forget writes that were
 * not forced, and fail when told to.
 *
 * <p>Begin with {@link tutti.simulator.disk.SimulatedDisk}. A {@link
 * tutti.simulator.disk.SimulatedFile} is one file as it is read and as a crash would leave it,
 * {@link tutti.simulator.disk.DiskFaults} are the faults that are set at present, {@link
 * tutti.simulator.disk.LimitedJournal} is a log with a small limit of a record's length, and {@link
 * tutti.simulator.disk.TracedDisk} keeps operations for a reader.
 */
@NullMarked
package tutti.simulator.disk;

import org.jspecify.annotations.NullMarked;
