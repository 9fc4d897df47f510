package tutti.lab.process;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Commands that start a Java virtual machine as this one was started: with the collector, the
 * object headers and the archive of classes that the {@code tutti} script gives to every command,
 * and with the options of TUTTI_JAVA_OPTIONS. So a measured server is the one that {@code ./tutti
 * run} starts, and only the script has the flags.
 */
public final class JavaCommand {
  private JavaCommand() {}

  /**
   * Returns the command of a class of this program's class path; its arguments can be added.
   *
   * @param options of the virtual machine, which overrule those of this one
   */
  public static List<String> of(Class<?> main, String... options) {
    List<String> command = machine(options);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    return command;
  }

  /** Returns the {@code tutti} command, as a jar or as a class, as this process runs it. */
  public static List<String> tutti() {
    List<String> command = machine();
    String main = System.getProperty("sun.java.command", "").split(" ", 2)[0];
    command.addAll(
        main.endsWith(".jar")
            ? List.of("-jar", main)
            : List.of("-cp", System.getProperty("java.class.path"), main));
    return command;
  }

  private static List<String> machine(String... options) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
    // A jar's manifest has this option too; a class of the class path needs it here.
    command.addAll(List.of("--add-opens", "java.base/java.lang=ALL-UNNAMED"));
    command.addAll(List.of(options));
    return command;
  }
}
