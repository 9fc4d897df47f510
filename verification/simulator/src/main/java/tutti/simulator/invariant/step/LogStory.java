package tutti.simulator.invariant.step;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The story of the log in one incarnation of a node, told from its disk alone: frames as the card
 * of the journal describes them, and which of them a flush has covered.
 */
public final class LogStory {
  /** Everything before this position was in a frame that was forced. */
  private long durable;

  /** The position at which the newest frame ends, or -1 before the first. */
  public long end = -1;

  /** Whether writing or forcing the log has failed. */
  public boolean failed;

  /** The newest checkpoint that has its name for good. */
  public long checkpoint;

  /** A checkpoint that has its name, until the folder is forced; else -1. */
  public long named = -1;

  /** Ends of frames by file, that are written and not forced. */
  private final Map<String, Long> written = new HashMap<>();

  /** Files with something in them that is not forced. */
  private final Set<String> unforced = new HashSet<>();

  /** The position up to which the log is durable for certain. */
  public long durable() {
    return durable;
  }

  /** Notes a position that was found at the start: the log up to there is on the disk. */
  public void found(long position) {
    checkpoint = Math.max(checkpoint, position);
    durable = Math.max(durable, position);
  }

  public void frame(String file, long frameEnd) {
    written.merge(file, frameEnd, Math::max);
    end = Math.max(end, frameEnd);
  }

  public void written(String file) {
    unforced.add(file);
  }

  public boolean isForced(String file) {
    return !unforced.contains(file);
  }

  public void forced(String file) {
    unforced.remove(file);
    Long upTo = written.remove(file);
    // A log that has failed once is not trusted again before a restart.
    if (upTo != null && !failed) {
      durable = Math.max(durable, upTo);
    }
  }

  /** Notes that the part of the log from before the start has been forced up to there. */
  public void foundForced(long position) {
    if (!failed) {
      durable = Math.max(durable, position);
    }
  }

  public void folderForced() {
    checkpoint = Math.max(checkpoint, named);
    named = -1;
  }
}
