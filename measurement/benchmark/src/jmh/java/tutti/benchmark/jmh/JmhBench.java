package tutti.benchmark.jmh;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.openjdk.jmh.Main;
import picocli.CommandLine.Command;
import picocli.CommandLine.Unmatched;
import tutti.lab.command.Benchmark;

/** {@code tutti bench jmh}. */
@Command(
    name = "jmh",
    mixinStandardHelpOptions = false,
    description = {
      "JMH's own command line, for the benchmarks that are JMH's: each in a process of its own.",
      "tutti bench jmh -l lists them, -prof gc shows what they allocate; -h shows all of JMH's"
          + " flags."
    },
    customSynopsis = "tutti bench jmh [JMH's flags] [NAME...]")
public final class JmhBench implements Benchmark {
  @Unmatched private List<String> arguments = new ArrayList<>();

  @Override
  public Integer call() throws IOException {
    Main.main(arguments.toArray(String[]::new));
    return 0;
  }
}
