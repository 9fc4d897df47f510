package tutti.benchmark.recovery;

import java.nio.file.Path;

/**
 * The child process of {@code bench recovery}: one start, in a virtual machine that has compiled
 * nothing yet.
 */
public final class RecoveryChild {
  private static final String BEGINNING = "recovery-start ";

  private RecoveryChild() {}

  /**
   * @param arguments the side, the numbers of rows and actors, the number of rows of a record, and
   *     the folder
   */
  public static void main(String[] arguments) throws Exception {
    RowFolder made =
        new RowFolder(
            RecoveryWorkload.deployment(arguments[0]),
            Path.of(arguments[4]),
            Integer.parseInt(arguments[1]),
            Integer.parseInt(arguments[2]),
            Integer.parseInt(arguments[3]));
    System.out.println(line(made.start()));
  }

  /** Returns one line for the parent process to read. */
  static String line(RowFolder.Start start) {
    return BEGINNING
        + start.seconds()
        + " "
        + start.cpuSeconds()
        + " "
        + start.allCpuSeconds()
        + " "
        + start.found();
  }

  static boolean isLine(String line) {
    return line.startsWith(BEGINNING);
  }

  /** Returns the start that {@link #line} has written. */
  static RowFolder.Start parse(String line) {
    String[] parts = line.substring(BEGINNING.length()).split(" ", -1);
    return new RowFolder.Start(
        Double.parseDouble(parts[0]),
        Double.parseDouble(parts[1]),
        Double.parseDouble(parts[2]),
        Long.parseLong(parts[3]));
  }
}
