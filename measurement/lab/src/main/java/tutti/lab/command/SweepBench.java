package tutti.lab.command;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tutti.lab.node.Folders;
import tutti.lab.sweep.Sweep;
import tutti.lab.sweep.SweepFile;
import tutti.lab.sweep.SweepResults;

/** {@code tutti bench sweep}. */
@Command(
    name = "sweep",
    description = {
      "Runs a workload with every combination of some flags' values, as a file says.",
      "examples/easy-commit-9.conf is one. A run that is in the output is not made again."
    })
public final class SweepBench implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(index = "0", paramLabel = "FILE", description = "What to run.")
  private Path file;

  @Option(
      names = "--out",
      paramLabel = "FILE.json",
      description =
          "Where results go, with a CSV file and a page beside it (usual: FILE's name in this"
              + " folder).")
  private @Nullable Path out;

  @Option(
      names = "--list",
      description = "Only say which runs there are, and which of them are in the output.")
  private boolean list;

  @Override
  public Integer call() throws Exception {
    try {
      Sweep sweep = SweepFile.read(file, new BenchGrammar(this::bench));
      SweepResults results = SweepResults.in(out == null ? usualOut() : out, sweep);
      return list ? tell(sweep, results) : run(sweep, results);
    } catch (IllegalArgumentException wrong) {
      throw new ParameterException(spec.commandLine(), wrong.getMessage(), wrong);
    } catch (IOException broken) {
      spec.commandLine().getErr().println("tutti: " + broken.getMessage());
      return 1;
    }
  }

  private Path usualOut() {
    return Path.of(String.valueOf(file.getFileName()).replaceFirst("\\.[^.]*$", "") + ".json");
  }

  private int tell(Sweep sweep, SweepResults results) {
    PrintWriter stdout = spec.commandLine().getOut();
    for (Sweep.Run run : sweep.runs()) {
      stdout.println((results.has(run) ? "made     " : "to make  ") + run.command());
    }
    stdout.flush();
    return 0;
  }

  /** Runs the sweep; exit status 1 if a run failed, or a check of one. */
  private int run(Sweep sweep, SweepResults results) throws IOException {
    PrintWriter stdout = spec.commandLine().getOut();
    List<Sweep.Run> runs = sweep.runs();
    List<String> failed = new ArrayList<>();
    for (int i = 0; i < runs.size(); i++) {
      Sweep.Run run = runs.get(i);
      boolean there = results.has(run);
      stdout.println(
          (i + 1) + " of " + runs.size() + (there ? ", made before: " : ": ") + run.command());
      stdout.flush();
      if (!there && !made(run, results)) {
        failed.add(run.command());
      }
    }
    if (results.foreign() > 0) {
      stdout.println(
          results.foreign() + " older runs are in the output that this file does not ask for");
    }
    stdout.println("\nwritten: " + results.write());
    failed.forEach(each -> stdout.println("FAILED: " + each));
    stdout.flush();
    return failed.isEmpty() ? 0 : 1;
  }

  private boolean made(Sweep.Run run, SweepResults results) throws IOException {
    PrintWriter err = spec.commandLine().getErr();
    try (Folders folder = Folders.in(Path.of(System.getProperty("java.io.tmpdir")))) {
      Path report = folder.path().resolve("report.json");
      List<String> arguments = new ArrayList<>(run.arguments());
      arguments.add("--out=" + report);
      StringWriter said = new StringWriter();
      CommandLine bench = bench();
      bench.setOut(new PrintWriter(said, true));
      bench.setErr(new PrintWriter(said, true));
      int status = bench.execute(arguments.toArray(String[]::new));
      if (Files.exists(report)) {
        results.add(run, report, status == 0);
      }
      if (status != 0) {
        err.println(said);
        err.flush();
      }
      return status == 0;
    }
  }

  /** Returns a new {@code tutti bench}, which takes flags as this one does. */
  private CommandLine bench() {
    CommandSpec parent = spec.parent();
    try {
      CommandLine bench =
          new CommandLine(parent.userObject().getClass().getDeclaredConstructor().newInstance());
      bench.setOverwrittenOptionsAllowed(false);
      bench.setAbbreviatedOptionsAllowed(false);
      return bench;
    } catch (ReflectiveOperationException noConstructor) {
      throw new IllegalStateException(noConstructor);
    }
  }
}
