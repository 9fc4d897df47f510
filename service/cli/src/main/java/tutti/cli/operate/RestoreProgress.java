package tutti.cli.operate;

import java.io.PrintWriter;
import java.util.Locale;
import tutti.cli.command.StatusLine;

/**
 * Tells how far a restore is, for example {@code checking the backup: 120 of 480 MiB}. Each byte of
 * a backup is read twice: for its checksum, then to be copied.
 */
final class RestoreProgress {
  private final StatusLine line;
  private final long bytes;
  private String step = "";
  private long done;

  /**
   * @param bytes of all files of the backup's parts that are restored
   */
  RestoreProgress(PrintWriter err, long bytes) {
    this(new StatusLine(err), bytes);
  }

  RestoreProgress(StatusLine line, long bytes) {
    this.line = line;
    this.bytes = bytes;
  }

  /** Begins a step that goes through all bytes. */
  void begin(String what) {
    step = what;
    done = 0;
    line.say(_ -> step);
  }

  /** Adds to the number of bytes that the step has done. */
  void add(long count) {
    done += count;
    line.say(
        _ ->
            String.format(
                Locale.ROOT, "%s: %,d of %,d MiB", step, done >> 20, Math.max(bytes, done) >> 20));
  }

  void end() {
    line.end();
  }
}
