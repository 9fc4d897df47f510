package tutti.engine.integrated.janus;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import tutti.protocol.integrated.LogPosition;
import tutti.protocol.integrated.janus.membership.ConfigurationCommand;

/**
 * The newest configurations of a shard, with the places of its configuration log behind the
 * commands that have begun them. The configuration log keeps what follows the oldest of them,
 * whatever images contain: a voter that lags needs the commands themselves, since a graph comes
 * with a configuration, and it may be the last voter that has the shard's memory.
 *
 * <p>For example, host 1 is the only voter of configuration 11 and has handed its graph over. The
 * two others choose the begin of configuration 12, in which it is the only voter, too, and make
 * images behind that. If they let the command go, host 1 misses its own configuration, and no
 * replica has the memory any more.
 *
 * <p>A configuration begins only when enough voters of the one before have taken the end of that;
 * and a learner becomes a voter when it has taken its begin. So none of those that the newest one
 * needs lacks more than {@link #KEPT} configurations keep. Confined to one thread.
 */
final class BegunConfigurations {
  /**
   * The most configurations that are remembered: one more than is needed, so that the configuration
   * log of a host that starts again still has the begins of two.
   */
  private static final int KEPT = 3;

  private final Deque<Begun> newest = new ArrayDeque<>();

  /**
   * A configuration that has begun.
   *
   * @param behind the place behind the command
   * @param open the command, without its graph
   */
  record Begun(LogPosition behind, ConfigurationCommand.Open open) {
    private long position() {
      return behind.mark().position();
    }
  }

  /** A configuration begins, or is found to have begun. */
  void add(LogPosition behind, ConfigurationCommand.Open open) {
    if (newest.isEmpty() || newest.getLast().position() < behind.mark().position()) {
      newest.addLast(
          new Begun(
              behind,
              new ConfigurationCommand.Open(open.configuration(), open.disks(), List.of())));
    }
    if (newest.size() > KEPT) {
      newest.removeFirst();
    }
  }

  /** The memory reaches that place without the commands before it. */
  void skipTo(LogPosition behind, ConfigurationCommand.Open open) {
    newest.clear();
    add(behind, open);
  }

  /** Returns the position behind which the configuration log keeps all commands. */
  long keptFrom() {
    return newest.size() < KEPT ? 0 : newest.getFirst().position();
  }

  /**
   * Returns the configuration from which another host continues if it lacks truncated commands;
   * empty if none has begun since this start. All commands behind it are in the configuration log.
   */
  Optional<Begun> oldest() {
    return Optional.ofNullable(newest.peekFirst());
  }
}
