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

/** All invariants by their names, and what the cards name beside them. */
public final class Invariants {
  private Invariants() {}

  /** Those that are looked at at every step. */
  public static List<Invariant<?>> all() {
    List<Invariant<?>> all = new ArrayList<>();
    all.addAll(LockingInvariants.ALL);
    all.addAll(PathSensitiveInvariants.ALL);
    all.addAll(OptimisticInvariants.ALL);
    all.addAll(RecordInvariants.ALL);
    all.addAll(RecordLockInvariants.ALL);
    all.addAll(TwoPhaseInvariants.ALL);
    all.addAll(JournalInvariants.ALL);
    all.addAll(SessionInvariants.ALL);
    return all;
  }

  /**
   * Where what cannot be seen in one step is checked, as the simulator's {@code elsewhere.txt}
   * says: by a rule of {@code tutti.simulator.check} or of the run, by an invariant that says the
   * same of this mechanism, or by a test, as {@code Class#method}.
   */
  public static Map<String, List<String>> elsewhere() {
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
