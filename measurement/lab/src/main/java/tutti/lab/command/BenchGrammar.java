package tutti.lab.command;

import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import tutti.engine.deployment.DeploymentKeys;
import tutti.engine.deployment.DeploymentReader;
import tutti.engine.deployment.DeploymentReader.Override;
import tutti.engine.deployment.Reading;
import tutti.lab.sweep.SweepFile;

/** The flags of {@code tutti bench}'s workloads that a sweep may set. */
record BenchGrammar(Supplier<CommandLine> bench) implements SweepFile.Grammar {
  /** The names of subcommands that are no workload with one measurement. */
  private static final Set<String> OTHERS =
      Set.of("sweep", "figure", "matrix", "predict", "validate-model", "results", "jmh");

  /** The flags that a sweep sets itself, or that are for no single run. */
  private static final Set<String> TAKEN =
      Set.of(
          "out",
          "json",
          "data",
          "history",
          "trace",
          "compare",
          "pairs",
          "ratio-of",
          "at-least",
          "at-most",
          "sensitivity",
          "help");

  private CommandSpec workload(String name) {
    return Objects.requireNonNull(bench.get().getSubcommands().get(name), name).getCommandSpec();
  }

  @java.lang.Override
  public List<String> workloads() {
    return bench.get().getSubcommands().keySet().stream()
        .filter(name -> !OTHERS.contains(name))
        .toList();
  }

  @java.lang.Override
  public List<String> flags(String workload) {
    return workload(workload).options().stream()
        .flatMap(option -> Stream.of(option.names()))
        .filter(name -> name.startsWith("--"))
        .map(name -> name.substring(2))
        .filter(name -> !TAKEN.contains(name))
        .toList();
  }

  @java.lang.Override
  public boolean isSwitch(String workload, String flag) {
    OptionSpec option = workload(workload).findOption("--" + flag);
    return option != null && option.arity().max() == 0;
  }

  @java.lang.Override
  public @Nullable String whyNot(String workload, String key, String value) {
    if (isSwitch(workload, key)) {
      return value.equals("true") || value.equals("false") ? null : "is true or false";
    }
    if (workload(workload).findOption("--" + key) != null) {
      try {
        bench.get().parseArgs(workload, "--" + key + "=" + value);
      } catch (ParameterException wrong) {
        return wrong.getMessage();
      }
      if (DeploymentKeys.describe().stream().noneMatch(each -> each.path().equals(key))
          || !isDeployment(workload, key)) {
        return null;
      }
    }
    return DeploymentReader.read(null, List.of(new Override(key, value, key)))
            instanceof Reading.Invalid invalid
        ? invalid.problems().getFirst().message().replaceFirst("^" + Pattern.quote(key) + ": ", "")
        : null;
  }

  /**
   * Returns whether the key is one of a deployment: some workloads use such a name for a flag of
   * their own.
   */
  private boolean isDeployment(String workload, String key) {
    OptionSpec option = workload(workload).findOption("--" + key);
    return option != null && option.group() != null;
  }
}
