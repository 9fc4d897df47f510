package tutti.simulator.invariant;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import tutti.simulator.invariant.rule.Invariant;
import tutti.simulator.invariant.rule.JournalInvariants;
import tutti.simulator.invariant.rule.LockingInvariants;
import tutti.simulator.invariant.rule.OptimisticInvariants;
import tutti.simulator.invariant.rule.PathSensitiveInvariants;
import tutti.simulator.invariant.rule.RecordInvariants;
import tutti.simulator.invariant.rule.RecordLockInvariants;
import tutti.simulator.invariant.rule.SessionInvariants;
import tutti.simulator.invariant.rule.Tl2Invariants;
import tutti.simulator.invariant.rule.TwoPhaseInvariants;
import tutti.simulator.invariant.rule.VersioningInvariants;

/** The list of all invariants, and the places where the others that the cards name are checked. */
final class Invariants {
  private Invariants() {}

  /** The invariants that are checked at every step. */
  static List<Invariant<?>> all() {
    List<Invariant<?>> all = new ArrayList<>();
    all.addAll(LockingInvariants.ALL);
    all.addAll(PathSensitiveInvariants.ALL);
    all.addAll(OptimisticInvariants.ALL);
    all.addAll(Tl2Invariants.ALL);
    all.addAll(VersioningInvariants.ALL);
    all.addAll(RecordInvariants.ALL);
    all.addAll(RecordLockInvariants.ALL);
    all.addAll(TwoPhaseInvariants.ALL);
    all.addAll(JournalInvariants.ALL);
    all.addAll(SessionInvariants.ALL);
    return all;
  }

  /**
   * The checks of invariants that cannot be seen in one step, as the simulator's {@code
   * elsewhere.txt} lists them: a rule of {@code tutti.simulator.check} or of the run, an invariant
   * that says the same of this mechanism, or a test, as {@code Class#method}.
   */
  static Map<String, List<String>> elsewhere() {
    Map<String, List<String>> elsewhere = new TreeMap<>();
    try (InputStream in = Invariants.class.getResourceAsStream("elsewhere.txt")) {
      String text = new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
      text.lines()
          .filter(line -> !line.isBlank() && !line.startsWith("#"))
          .forEach(
              line -> {
                String[] parts = line.split(":", 2);
                elsewhere.put(parts[0].strip(), List.of(parts[1].strip().split(",\\s*")));
              });
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
    return elsewhere;
  }
}
