package tutti.access.audit;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads an audit log and checks that each line is the one that was written after the line before.
 *
 * <pre>{@code
 * AuditCheck.Result result = AuditCheck.of(Path.of("audit"));
 * result.faults();   // empty if no line was changed, put in or taken out
 * }</pre>
 */
public final class AuditCheck {
  /** A longer line is none. */
  private static final int LONGEST = 64 << 10;

  private final List<String> faults = new ArrayList<>();
  private long first;
  private long last;
  private String hash = AuditLine.FIRST;

  private AuditCheck() {}

  /**
   * The state of an audit log.
   *
   * @param first the number of the first line that is kept; 0 if there is none
   * @param last the number of the last line; 0 if there is none
   * @param hash the hash of the last line: noted elsewhere, it shows later that no line was cut off
   * @param faults a sentence with its place for each break of the chain
   */
  public record Result(long first, long last, String hash, List<String> faults) {}

  /**
   * Checks the log of a folder.
   *
   * @throws IOException if it cannot be read
   */
  public static Result of(Path folder) throws IOException {
    AuditCheck check = new AuditCheck();
    for (Path file : AuditFiles.all(folder)) {
      check.file(file);
    }
    return new Result(check.first, check.last, check.hash, List.copyOf(check.faults));
  }

  private void file(Path file) throws IOException {
    try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
      int place = 0;
      for (byte[] text = next(in); text != null; text = next(in)) {
        place++;
        line(file + ":" + place, text, place == 1 ? AuditFiles.first(file) : 0);
      }
    }
  }

  /**
   * @param named the number of the line by its file's name; 0 if that says nothing of it
   */
  private void line(String place, byte[] text, long named) {
    AuditLine line = AuditLine.read(text);
    if (line == null) {
      faults.add(place + ": this is no line of an audit log");
      return;
    }
    if (named != 0 && line.number() != named) {
      faults.add(place + ": the file's name says that line " + named + " is its first");
    }
    if (last == 0) {
      first = line.number();
      if (first == 1 && !line.before().equals(AuditLine.FIRST)) {
        faults.add(place + ": line 1 follows a line");
      }
    } else if (line.number() != last + 1) {
      faults.add(place + ": line " + line.number() + " follows line " + last);
    } else if (!line.before().equals(hash)) {
      faults.add(
          place
              + ": line "
              + line.number()
              + " was written after another line than the one that stands before it: line "
              + last
              + " was changed");
    }
    last = line.number();
    hash = AuditLine.hash(text);
  }

  /** Returns the text of the next line; null at the end, at which a piece of one may stand. */
  private static byte @Nullable [] next(InputStream in) throws IOException {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    int read;
    while ((read = in.read()) >= 0) {
      if (read == '\n') {
        return text.toByteArray();
      }
      if (text.size() < LONGEST) {
        text.write(read);
      }
    }
    return null;
  }
}
