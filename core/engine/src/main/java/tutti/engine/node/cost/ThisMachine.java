package tutti.engine.node.cost;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** The name of the machine that this process runs on. */
public final class ThisMachine {
  private ThisMachine() {}

  /** Returns the processor, the cores that the process may use, and Java: equal in every start. */
  public static String name() {
    return cpu()
        + ", "
        + Runtime.getRuntime().availableProcessors()
        + " cores, JDK "
        + Runtime.version().feature();
  }

  /** Returns the processor's model, as the system names it. */
  public static String cpu() {
    return cpu(Path.of("/proc/cpuinfo"));
  }

  static String cpu(Path cpuinfo) {
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
