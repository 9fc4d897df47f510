package tutti.simulator.mutant;

import java.io.IOException;
import java.nio.file.Files;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * A hunt for mutants by simulation. Several threads may each hunt one of their own.
 *
 * <p>A <i>trial</i> is a public class that makes the runs: in the world of each mutant it is loaded
 * anew and made by its constructor without parameters. The function takes flags of {@code tutti
 * simulate}, and returns a function that makes the run of a seed and returns the broken rules, each
 * as {@code rule: text}. Only classes of the JDK pass between the trial and this class.
 */
public final class MutantHunt implements AutoCloseable {
  private final ProjectSources sources;
  private final MutantCompiler compiler;
  private final String trial;

  /**
   * @param trial the name of the class that makes the runs
   * @throws IOException if there are no sources, or there is no compiler: the message is for a
   *     person
   */
  public MutantHunt(String trial) throws IOException {
    this.sources = ProjectSources.find();
    this.compiler = new MutantCompiler(System.getProperty("java.class.path"));
    this.trial = trial;
  }

  /**
   * The end of a hunt.
   *
   * @param runs the number of runs, with the one that caught the mutant
   * @param seed of the run that caught it, or of the last one
   * @param findings the broken rules in that run; none if the mutant was missed
   * @param control the broken rules with the same flags and seed without the mutant: none, or the
   *     verdict is no proof
   */
  public record Verdict(
      Mutant mutant, long runs, long seed, List<String> findings, List<String> control) {

    /** Returns whether a rule is broken that holds without the mutant. */
    public boolean caught() {
      return !findings.isEmpty() && control.isEmpty();
    }

    /** Returns the broken rule: the first that was expected, else the first; null if missed. */
    public @Nullable String rule() {
      return findings.stream()
          .map(Verdict::ruleOf)
          .filter(mutant.expected()::contains)
          .findFirst()
          .orElse(findings.isEmpty() ? null : ruleOf(findings.getFirst()));
    }

    /** Returns whether an expected rule is among the broken ones. */
    public boolean asExpected() {
      return findings.stream().anyMatch(each -> mutant.expected().contains(ruleOf(each)));
    }

    private static String ruleOf(String finding) {
      return finding.substring(0, Math.max(0, finding.indexOf(':')));
    }
  }

  /** Runs one seed after another with the mutant, until a rule is broken. */
  public Verdict hunt(Mutant mutant, long firstSeed, long mostRuns) throws IOException {
    LongFunction<List<String>> runs = world(mutant.hunt(), compiled(mutant));
    for (long seed = firstSeed; seed < firstSeed + mostRuns; seed++) {
      List<String> findings = run(runs, seed);
      if (!findings.isEmpty()) {
        List<String> control = control(mutant.hunt(), seed, 1);
        return new Verdict(mutant, seed - firstSeed + 1, seed, findings, control);
      }
    }
    return new Verdict(mutant, mostRuns, firstSeed + mostRuns - 1, List.of(), List.of());
  }

  /** Makes a run, which a mutant may break itself. */
  private static List<String> run(LongFunction<List<String>> runs, long seed) {
    try {
      return runs.apply(seed);
    } catch (RuntimeException | Error e) {
      return List.of("no-failure: the run ended with " + e);
    }
  }

  /**
   * Returns the broken rules in runs of a world made in the same way, with no mutant in it: none.
   */
  public List<String> control(Mutant.Hunt hunt, long firstSeed, long count) throws IOException {
    LongFunction<List<String>> runs = world(hunt, compiler.compile(control(hunt)));
    for (long seed = firstSeed; seed < firstSeed + count; seed++) {
      List<String> findings = run(runs, seed);
      if (!findings.isEmpty()) {
        return findings;
      }
    }
    return List.of();
  }

  /**
   * Returns the mutant's classes and those within them, by their names.
   *
   * @throws IllegalArgumentException if a text is not in today's source exactly once, or the
   *     patched source does not compile
   */
  public Map<String, byte[]> compiled(Mutant mutant) throws IOException {
    return compiledTogether(List.of(mutant));
  }

  /**
   * Returns the classes of several mutants and those within them, by their names: what one mutant
   * after another would give, in a fraction of the time.
   *
   * @param mutants no two of which change a class
   * @throws IllegalArgumentException as for one of them
   */
  public Map<String, byte[]> compiledTogether(List<Mutant> mutants) throws IOException {
    Map<String, String> patched = new LinkedHashMap<>();
    for (Mutant mutant : mutants) {
      patched.putAll(control(mutant.hunt()));
    }
    for (Mutant mutant : mutants) {
      for (Mutant.Change change : mutant.changes()) {
        patched.put(change.className(), change.patched(sources.of(change.className())));
      }
    }
    return compiler.compile(patched);
  }

  /** Returns the sources of the hunt's own control, by their classes. */
  private Map<String, String> control(Mutant.Hunt hunt) throws IOException {
    Map<String, String> texts = new LinkedHashMap<>();
    for (String file : hunt.control()) {
      texts.put(classOf(file), Files.readString(sources.file(file)));
    }
    return texts;
  }

  private static String classOf(String file) {
    return file.replaceFirst(".*/java/", "").replaceFirst("\\.java$", "").replace('/', '.');
  }

  @SuppressWarnings("unchecked") // the trial's contract
  private LongFunction<List<String>> world(Mutant.Hunt hunt, Map<String, byte[]> changed) {
    ClassLoader own = MutantHunt.class.getClassLoader();
    List<String> flags = hunt.flags();
    String kind = hunt.control().isEmpty() ? "" : classOf(hunt.control().getFirst());
    try {
      Class<?> made = new MutantLoader(own, changed, kind).loadClass(trial);
      return ((Function<List<String>, LongFunction<List<String>>>)
              made.getConstructor().newInstance())
          .apply(flags);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(trial + " is no trial", e);
    }
  }

  @Override
  public void close() throws IOException {
    compiler.close();
  }
}
