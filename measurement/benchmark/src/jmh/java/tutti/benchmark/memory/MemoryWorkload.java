package tutti.benchmark.memory;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import tutti.lab.bench.Workload;
import tutti.lab.load.LoadPlan;
import tutti.lab.measure.Outcomes;
import tutti.lab.measure.RunResult;
import tutti.lab.process.JavaCommand;

/**
 * {@code bench memory}: opens accounts in a JVM with a fixed heap, and reports the memory of one
 * idle account. The check is that the run comes to its end: with too little memory it would not.
 */
public final class MemoryWorkload implements Workload {
  private final int instances;
  private final int heapMib;
  private final String durability;
  private final Path data;

  /**
   * @param instances accounts to open
   * @param heapMib the child's heap, in MiB
   */
  public MemoryWorkload(int instances, int heapMib, String durability, Path data) {
    if (instances < 1 || instances > 1_000_000_000) {
      throw new IllegalArgumentException("--instances must be from 1 to 1000000000");
    }
    this.instances = instances;
    this.heapMib = heapMib;
    this.durability = durability;
    this.data = data;
  }

  @Override
  public String name() {
    return "memory";
  }

  @Override
  public Map<String, Object> parameters() {
    Map<String, Object> parameters = new LinkedHashMap<>();
    parameters.put("instances", instances);
    parameters.put("heap-mib", heapMib);
    parameters.put("durability", durability);
    parameters.put("specification", "bundled bank");
    return parameters;
  }

  @Override
  public List<String> sides() {
    return List.of("tutti");
  }

  @Override
  public String ratioOf() {
    return "bytes-per-instance";
  }

  @Override
  public RunResult run(String side, LoadPlan plan) throws IOException, InterruptedException {
    Process child =
        new ProcessBuilder(command()).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    Map<String, Double> figures = new TreeMap<>();
    try (BufferedReader out =
        new BufferedReader(
            new java.io.InputStreamReader(child.getInputStream(), StandardCharsets.UTF_8))) {
      String line;
      while ((line = out.readLine()) != null) {
        if (line.startsWith("memory-probe ")) {
          figures.putAll(MemoryProbe.parse(line));
        }
      }
    }
    boolean ended = child.waitFor() == 0 && !figures.isEmpty();
    return result(side, figures, ended);
  }

  private RunResult result(String side, Map<String, Double> figures, boolean ended) {
    double found = figures.getOrDefault("instances", 0.0);
    RunResult run =
        RunResult.of(
            side,
            figures.getOrDefault("opens-per-second", 0.0),
            new Histogram(3),
            new Outcomes((long) found, 0, 0, 0, 0));
    for (Map.Entry<String, Double> figure : figures.entrySet()) {
      if (!List.of("money-conserved", "instances", "opens-per-second").contains(figure.getKey())) {
        run = run.measure(figure.getKey(), figure.getValue());
      }
    }
    return run.check("fits-in-heap", ended)
        .check("accounts-all-there", found == instances)
        .check("money-conserved", figures.getOrDefault("money-conserved", 0.0) == 1);
  }

  private List<String> command() {
    List<String> command = JavaCommand.of(MemoryChild.class, "-Xmx" + heapMib + "m");
    command.add(Integer.toString(instances));
    command.add(durability);
    command.add(data.toAbsolutePath().toString());
    return command;
  }
}
