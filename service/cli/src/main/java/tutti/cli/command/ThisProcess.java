package tutti.cli.command;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/** The process of the command, as a person or another command could start it again. */
public final class ThisProcess {
  private ThisProcess() {}

  /**
   * Returns the words that started this process, with the same virtual machine and its options and
   * without the arguments of {@code tutti}.
   */
  public static List<String> command(CommandSpec spec) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
    String main = System.getProperty("sun.java.command", "").split(" ", 2)[0];
    command.addAll(
        main.endsWith(".jar")
            ? List.of("-jar", main)
            : List.of(
                "-cp",
                System.getProperty("java.class.path"),
                spec.root().userObject().getClass().getName()));
    return command;
  }
}
