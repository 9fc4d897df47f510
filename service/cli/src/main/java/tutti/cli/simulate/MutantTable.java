package tutti.cli.simulate;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tutti.cli.command.ExitStatus;
import tutti.cli.command.Failure;
import tutti.cli.command.OutputFile;
import tutti.simulator.mutant.Mutant;
import tutti.simulator.mutant.MutantHunt;
import tutti.simulator.mutant.MutantHunt.Verdict;
import tutti.simulator.mutant.MutantPage;
import tutti.simulator.mutant.Mutants;

/** The output of {@code tutti simulate --mutants}: a line for each mutant, caught or missed. */
final class MutantTable {
  /** The number of runs without a mutant, in which no violation may be found. */
  private static final int CONTROL_RUNS = 10;

  private static final Mutant.Hunt CONTROL =
      new Mutant.Hunt(CONTROL_RUNS, List.of("--requests", "200"));

  private static final String LINE = "%-7s %-18s %-38s %5s %8s  %s%n";

  private final PrintWriter stdout;

  MutantTable(PrintWriter stdout) {
    this.stdout = stdout;
  }

  /**
   * Runs mutants side by side, and prints their results in order.
   *
   * @param names the names of the mutants to run; none for all
   * @param seed the seed of each mutant's first run
   * @param runs the greatest number of runs of each mutant, and of those without one; or null for
   *     the number that each mutant has, and {@value #CONTROL_RUNS} without one
   * @param threads the number of mutants that run side by side
   * @param out where to write the result as JSON, or null
   * @return the exit status: good if all were caught
   */
  int hunt(List<String> names, long seed, @Nullable Long runs, int threads, @Nullable Path out)
      throws IOException {
    List<Mutant> mutants = chosen(names);
    long controlRuns = runs == null ? CONTROL_RUNS : Math.min(runs, CONTROL_RUNS);
    try (MutantHunt hunt = hunting();
        ExecutorService workers = Executors.newFixedThreadPool(threads)) {
      Future<List<String>> control = workers.submit(() -> hunt.control(CONTROL, seed, controlRuns));
      List<Future<Verdict>> hunts = new ArrayList<>();
      for (Mutant mutant : mutants) {
        long most = runs == null ? mutant.hunt().most() : runs;
        hunts.add(workers.submit(() -> hunt.hunt(mutant, seed, most)));
      }
      stdout.printf(LINE, "", "mechanism", "mutant", "runs", "seed", "checker");
      List<Verdict> verdicts = new ArrayList<>();
      for (Future<Verdict> each : hunts) {
        Verdict verdict = result(each);
        print(verdict);
        verdicts.add(verdict);
      }
      return sum(verdicts, result(control), controlRuns, out);
    }
  }

  private static List<Mutant> chosen(List<String> names) {
    try {
      return names.isEmpty() ? Mutants.all() : Mutants.named(names);
    } catch (IllegalArgumentException | IOException none) {
      throw new Failure(ExitStatus.USAGE, String.valueOf(none.getMessage()));
    }
  }

  /** Writes the page that has all mutants. */
  static void writePage(Path file) {
    OutputFile.write(file, MutantPage.of(chosen(List.of())));
  }

  private static MutantHunt hunting() {
    try {
      return new MutantHunt(MutantTrial.class.getName());
    } catch (IOException e) {
      throw new Failure(ExitStatus.USAGE, String.valueOf(e.getMessage()));
    }
  }

  private static <T> T result(Future<T> future) {
    try {
      return future.get();
    } catch (ExecutionException e) {
      throw new Failure(ExitStatus.FAILED, String.valueOf(e.getCause()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Failure(ExitStatus.FAILED, "interrupted");
    }
  }

  private void print(Verdict verdict) {
    Mutant mutant = verdict.mutant();
    stdout.printf(
        Locale.ROOT,
        LINE,
        verdict.caught() ? "caught" : "missed",
        mutant.mechanism().label(),
        mutant.name(),
        verdict.runs(),
        verdict.caught() ? verdict.seed() : "",
        checker(verdict));
    stdout.flush();
  }

  private static String checker(Verdict verdict) {
    String expected = String.join(" or ", verdict.mutant().expected());
    if (!verdict.control().isEmpty()) {
      return "no proof, for without it: " + verdict.control().getFirst();
    }
    return !verdict.caught()
        ? "expected: " + expected
        : verdict.asExpected()
            ? verdict.rule() + ", as expected"
            : verdict.rule() + ", and not " + expected;
  }

  private int sum(
      List<Verdict> verdicts, List<String> control, long controlRuns, @Nullable Path out) {
    long caught = verdicts.stream().filter(Verdict::caught).count();
    long expected = verdicts.stream().filter(it -> it.caught() && it.asExpected()).count();
    stdout.printf(
        "%s of %s caught, %s by the expected checker; without a mutant %s%n",
        caught,
        verdicts.size(),
        expected,
        control.isEmpty() ? controlRuns + " runs held" : "this went wrong: " + control.getFirst());
    stdout.flush();
    if (out != null) {
      write(verdicts, control, out);
    }
    return caught == verdicts.size() && control.isEmpty() ? ExitStatus.GOOD : ExitStatus.FAILED;
  }

  private static void write(List<Verdict> verdicts, List<String> control, Path file) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("mutants", verdicts.size());
    json.put("caught", verdicts.stream().filter(Verdict::caught).count());
    json.put("control", control);
    json.put("table", verdicts.stream().map(MutantTable::row).toList());
    OutputFile.writeJson(file, json);
  }

  private static Map<String, Object> row(Verdict verdict) {
    Mutant mutant = verdict.mutant();
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("mutant", mutant.name());
    row.put("mechanism", mutant.mechanism().label());
    row.put("breaks", mutant.breaks());
    row.put("idea", mutant.idea());
    row.put(
        "class",
        mutant.changes().stream().map(Mutant.Change::className).collect(Collectors.joining(", ")));
    row.put("caught", verdict.caught());
    row.put("expected", mutant.expected());
    row.put("as-expected", verdict.asExpected());
    row.put("runs", verdict.runs());
    row.put("seed", verdict.seed());
    row.put("findings", verdict.findings());
    row.put("control", verdict.control());
    row.put(
        "replay",
        "./tutti simulate --mutants " + mutant.name() + " --seed " + verdict.seed() + " --runs 1");
    return row;
  }
}
