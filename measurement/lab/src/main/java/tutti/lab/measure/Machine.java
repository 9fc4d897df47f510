package tutti.lab.measure;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The machine of a measurement.
 *
 * @param cpu the model, as the system names it
 * @param cores that this process may use
 * @param fsyncProbeMicros the median of the probes made beside the runs: one 4 KiB write and its
 *     {@code fdatasync}
 * @param beside the other work of the machine meanwhile
 */
public record Machine(String cpu, int cores, double fsyncProbeMicros, Beside beside) {

  /** A machine whose other work is not known, or does not matter. */
  public Machine(String cpu, int cores, double fsyncProbeMicros) {
    this(cpu, cores, fsyncProbeMicros, Beside.UNKNOWN);
  }

  /** Returns this machine. */
  public static Machine here(double fsyncProbeMicros, Beside beside) {
    return new Machine(
        cpuModel(Path.of("/proc/cpuinfo")),
        Runtime.getRuntime().availableProcessors(),
        fsyncProbeMicros,
        beside);
  }

  static String cpuModel(Path cpuinfo) {
    try {
      for (String line : Files.readAllLines(cpuinfo, StandardCharsets.UTF_8)) {
        if (line.startsWith("model name") && line.indexOf(':') > 0) {
          return line.substring(line.indexOf(':') + 1).strip();
        }
      }
    } catch (IOException notLinux) {
      // Other systems have no such file; Java knows the architecture everywhere.
    }
    return System.getProperty("os.arch", "unknown");
  }
}
