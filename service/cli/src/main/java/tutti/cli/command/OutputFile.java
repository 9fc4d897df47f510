package tutti.cli.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tutti.command.Errors;

/** A file that a flag names for a command's result. */
public final class OutputFile {
  private static final JsonMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  private OutputFile() {}

  /**
   * Writes a tree of maps and lists as JSON.
   *
   * @throws Failure if the file cannot be written
   */
  public static void writeJson(Path file, Object tree) {
    write(file, JSON.writeValueAsString(tree) + "\n");
  }

  /**
   * Writes a text.
   *
   * @throws Failure if the file cannot be written
   */
  public static void write(Path file, String text) {
    try {
      Files.writeString(file, text);
    } catch (IOException failed) {
      throw notWritten(file, failed);
    }
  }

  /** Returns the failure of a command that cannot write a file. */
  public static Failure notWritten(Path file, IOException failed) {
    return new Failure(ExitStatus.FAILED, "cannot write " + file + ": " + Errors.why(failed));
  }
}
