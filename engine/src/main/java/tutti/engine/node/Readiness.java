package tutti.engine.node;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Whether clients should be sent to a node now.
 *
 * @param notReady why they should not, in words for a person; null if the node is ready
 * @param missing the names of the other nodes that cannot be reached now: requests that need one of
 *     them are refused
 * @param journalFailed whether the node's journal has failed, so that it takes no requests until it
 *     is restarted
 */
public record Readiness(@Nullable String notReady, List<String> missing, boolean journalFailed) {
  /** Keeps a copy of the list. */
  public Readiness {
    missing = List.copyOf(missing);
  }

  /** Whether the node takes requests. */
  public boolean ready() {
    return notReady == null;
  }
}
