package tutti.simulator.invariant;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * What one incarnation of a node has done to its log, told from its disk alone: frames as the card
 * of the journal describes them, and which of them a flush has covered.
 */
final class LogStory {
  /** Everything before this position was in a frame that was forced. */
  private long durable;

  /** Where the newest frame ends, or -1 before the first. */
  long end = -1;

  /** Whether writing or forcing the log has failed. */
  boolean failed;

  /** The newest checkpoint that has its name for good. */
  long checkpoint;

  /** One that has its name, until the folder is forced; else -1. */
  long named = -1;

  /** Ends of frames by file, that are written and not forced. */
  private final Map<String, Long> written = new HashMap<>();

  /** Files with something in them that is not forced. */
  private final Set<String> unforced = new HashSet<>();

  /** The log was durable up to here for certain. */
  long durable() {
    return durable;
  }

  /** What was found when it started is on the disk. */
  void found(long position) {
    checkpoint = Math.max(checkpoint, position);
    durable = Math.max(durable, position);
  }

  void frame(String file, long frameEnd) {
    written.merge(file, frameEnd, Math::max);
    end = Math.max(end, frameEnd);
  }

  void written(String file) {
    unforced.add(file);
  }

  boolean isForced(String file) {
    return !unforced.contains(file);
  }

  void forced(String file) {
    unforced.remove(file);
    Long upTo = written.remove(file);
    // What fails once is not trusted again before a restart.
    if (upTo != null && !failed) {
      durable = Math.max(durable, upTo);
    }
  }

  /** What the log held up to there before the node started has been forced. */
  void foundForced(long position) {
    if (!failed) {
      durable = Math.max(durable, position);
    }
  }

  void folderForced() {
    checkpoint = Math.max(checkpoint, named);
    named = -1;
  }
}
