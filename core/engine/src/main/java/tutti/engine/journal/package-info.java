/**
 * The Journal port: the node's group-committed log, its checkpoints and its recovery reader, over a
 * {@link tutti.engine.journal.Disk} (docs/rulings.md#runtime). The reasons for a log of our own:
 * {@code docs/decisions/0002-journal.md}.
 *
 * <p>Begin with {@link tutti.engine.journal.Journal}, the port, and {@link
 * tutti.engine.journal.SegmentedJournal}, its driver over a {@link tutti.engine.journal.Disk};
 * {@link tutti.engine.journal.CheckpointStore} keeps checkpoints, {@link
 * tutti.engine.journal.MetaStore} small facts, and {@link tutti.engine.journal.JournalReader} reads
 * the log at a start.
 *
 * <h2>Files</h2>
 *
 * <table>
 *   <caption>The files of a data folder; numbers are big endian, positions in names are
 *   hexadecimal</caption>
 *   <tr><th>file</th><th>content</th></tr>
 *   <tr><td>{@code log-<start>}</td><td>a segment: a header of 4,096 bytes, then the log from position
 *       {@code start} on, in frames</td></tr>
 *   <tr><td>{@code spare-<n>}</td><td>a file of a segment's size that waits to become one</td></tr>
 *   <tr><td>{@code checkpoint-<position>}</td><td>a complete checkpoint of all up to a position</td></tr>
 *   <tr><td>{@code meta-<name>}</td><td>a small blob; {@code meta-format} has the folder's version</td></tr>
 *   <tr><td>{@code *.tmp}</td><td>an unfinished file; removed at the next start</td></tr>
 *   <tr><td>{@code lock}</td><td>locked by the process that uses the folder, whose id it has</td></tr>
 * </table>
 *
 * <table>
 *   <caption>A segment's header</caption>
 *   <tr><th>bytes</th><th>field</th></tr>
 *   <tr><td>0–7</td><td>{@code TUTTILOG}</td></tr>
 *   <tr><td>8–11</td><td>version, 2</td></tr>
 *   <tr><td>12–15</td><td>1 if the file held an older part of the log before, else 0</td></tr>
 *   <tr><td>16–23</td><td>position of the first byte after the header</td></tr>
 *   <tr><td>24–31</td><td>size of the file</td></tr>
 *   <tr><td>32–35</td><td>block size, 512</td></tr>
 *   <tr><td>36–39</td><td>CRC32C of the bytes before</td></tr>
 *   <tr><td>512–519</td><td>{@code FOLLOWED}, once another segment is durable behind it; zeros before,
 *       or if the mark was lost in a crash</td></tr>
 * </table>
 *
 * <table>
 *   <caption>A frame: one batch of records, written and forced at once, from a multiple of 512 on</caption>
 *   <tr><th>bytes</th><th>field</th></tr>
 *   <tr><td>0–3</td><td>{@code TFM1}</td></tr>
 *   <tr><td>4–7</td><td>CRC32C of all that follows in the frame: lengths, positions and records</td></tr>
 *   <tr><td>8–11</td><td>length of the frame; zeros follow up to the next multiple of 512</td></tr>
 *   <tr><td>12–15</td><td>number of records; 0 is an end mark, written at an orderly stop</td></tr>
 *   <tr><td>16–23</td><td>the frame's position in the log</td></tr>
 *   <tr><td>24–31</td><td>the log was durable up to here when the frame was written</td></tr>
 *   <tr><td>then</td><td>each record: 4 bytes of length, then its bytes. Its log sequence number is
 *       the position just after it</td></tr>
 * </table>
 *
 * <p>The checksum is the frame's and not each record's: only a whole batch can be torn, and a batch
 * is either all there or was never acknowledged. The position in each frame tells it from the stale
 * bytes of a file that is used again: an older frame has a smaller one. Frames begin at a sector of
 * their own so that no write touches a sector that is durable already.
 *
 * <h2>Invariants</h2>
 *
 * <dl>
 *   <dt>I1
 *   <dd>No acknowledged record is lost: a record that {@code whenDurable} called durable, or that
 *       recovery has shown, is found by every later recovery (or the folder is refused).
 *   <dt>I2
 *   <dd>Recovery shows records in the order of their numbers, which is the order of the appends,
 *       without a gap.
 *   <dt>I3
 *   <dd>A torn tail, stale bytes or zeros are never taken for records; a cut record never comes
 *       back.
 *   <dt>I4
 *   <dd>A record that recovery has shown is durable before any client or node is told of it: a
 *       process that died may have left it in the operating system's memory only.
 *   <dt>I5
 *   <dd>Damage to durable records is refused with file and offset, and no file is changed. Bytes
 *       are damage if a later segment exists, which is made only when all before it is durable, or
 *       a later whole frame says they were durable. The last frame of a node that was killed has no
 *       such witness: damage there, by anything but the crash, is cut like a torn tail.
 *   <dt>I6
 *   <dd>After one failed write or force no record is acknowledged until restart.
 *   <dt>I7
 *   <dd>A checkpoint is all there or not there, and the log is only truncated behind it.
 *   <dt>I8
 *   <dd>A client hears of a commit, and of a state, only when the log is durable up to it ({@code
 *       durability = sync}).
 * </dl>
 *
 * <p>I8 is the duty of the log's users: they ask {@code whenDurable}. The engine's transactions
 * rely on I1, I2 and I6 (acknowledgement, early lock release, replay), its recovery on I3 to I5,
 * its checkpoints on I7. {@code JournalCrashTest} holds I1 to I4 through random power cuts, {@code
 * JournalDamageTest} holds I5, {@code SegmentedJournalTest} I6, {@code CheckpointStoreTest} I7. The
 * simulator looks at I2 and I6 to I8 at every step of every run.
 */
@NullMarked
package tutti.engine.journal;

import org.jspecify.annotations.NullMarked;
