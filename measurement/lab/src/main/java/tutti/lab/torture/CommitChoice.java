package tutti.lab.torture;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import tutti.engine.commit.CommitKind;
import tutti.engine.commit.CommitKinds;

/**
 * The commit protocol of a phase, and the assumption on which it may rely.
 *
 * @param kind the protocol
 * @param away the number of nodes that may be away with Paxos Commit
 * @param crashing whether the nodes of this round only crash, and declare that the protocol may
 *     rely on that
 */
record CommitChoice(CommitKind kind, int away, boolean crashing) {
  /**
   * The bound of the time of a message and of the work that it asks for: on any machine on which a
   * round is worth making. The time is not much longer, since a node that takes silence for a crash
   * waits for many times as long.
   */
  private static final String BOUND = "1s";

  /**
   * Returns whether a round of {@code nodes} nodes only crashes them. Some rounds are chosen to,
   * and some must, since their protocol relies on it.
   */
  static boolean crashing(SplittableRandom random, TortureOptions options, int nodes) {
    CommitKind fixed = options.fixed().commit();
    return nodes > 1
        && !options.fixed().replicated()
        && (fixed == null ? random.nextInt(3) == 0 : fixed.needsBound());
  }

  /**
   * Draws any protocol that is safe under the troubles of {@code nodes} nodes.
   *
   * @param acts whether no node except the coordinator may decide, since it runs irrevocable
   *     operations
   */
  static CommitChoice drawn(
      SplittableRandom random, TortureOptions options, int nodes, boolean crashing, boolean acts) {
    int away = nodes < 3 ? 0 : 1;
    List<CommitKind> suitable = new ArrayList<>(CommitKinds.all());
    suitable.removeIf(kind -> !crashing && kind.needsBound());
    suitable.removeIf(kind -> acts && !kind.acts());
    CommitKind fixed = options.fixed().commit();
    CommitKind kind = fixed != null ? fixed : suitable.get(random.nextInt(suitable.size()));
    return new CommitChoice(kind, away, crashing);
  }

  List<String> flags() {
    List<String> flags = new ArrayList<>(List.of("--commit", kind.longName()));
    flags.add("-Dtutti.paxos-commit.f=" + away);
    if (crashing) {
      flags.add("-Dtutti.assume.delay-bound=" + BOUND);
    }
    return flags;
  }

  @Override
  public String toString() {
    return kind.longName();
  }
}
