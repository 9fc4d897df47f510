package tutti.engine.distribution.message;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.model.MalformedData;

/**
 * A host's report about the history of its data, in its {@link Greeting}: hosts of different
 * histories exchange nothing about any shard.
 *
 * @param name the name of the history, for example that of a backup which was restored; empty if
 *     there is none yet
 * @param hasData whether a replica of the host has data of that history
 * @param folders the data folders that the host has met, including its own
 * @param starts the starts of the host on its folder
 */
public record World(String name, boolean hasData, MetFolders folders, Starts starts) {
  /** The word of a node that knows of no data folder. */
  public static final World NONE = new World("", false, MetFolders.NONE, Starts.NONE);

  /**
   * A start of a host on its folder.
   *
   * @param count of the starts on the folder until then, this one among them
   * @param drawn at random for this start
   */
  public record Start(long count, long drawn) {}

  /**
   * The beginning of a start.
   *
   * @param drawn a number drawn at random for the start
   * @param end the end of the log that the start found in the folder; {@link #UNKNOWN} if it did
   *     not report it
   */
  public record Begun(long drawn, long end) {
    /** The end of the log that starts of earlier versions found. */
    static final long UNKNOWN = Long.MAX_VALUE;

    /** Returns the position up to which the log is known to have been there. */
    public long knownEnd() {
      return end == UNKNOWN ? 0 : end;
    }
  }

  /**
   * The last starts of a host on its folder. An older copy of the folder has not had all of these
   * starts, or has begun one of them with less of the log than there had been: further starts and
   * writes on the copy do not change that.
   *
   * <p>For example, a host has reported in its third start that its log is durable up to 900. A
   * copy of its folder that was made before has the third start, too, and its fourth start has
   * begun at 700.
   *
   * @param count the number of all starts on the folder; 0 if they are not known
   * @param last the last of them, the newest last
   */
  public record Starts(long count, List<Begun> last) {
    /** No starts that are known. */
    public static final Starts NONE = new Starts(0, List.of());

    /** The most that are kept, and told. */
    private static final int KEPT = 64;

    public Starts {
      last = List.copyOf(last);
    }

    /** Returns these and one more. */
    public Starts and(Begun next) {
      List<Begun> all =
          new ArrayList<>(last.subList(Math.max(0, last.size() + 1 - KEPT), last.size()));
      all.add(next);
      return new Starts(count + 1, all);
    }

    /** Returns the newest; null if none is known. */
    public @Nullable Start newest() {
      return last.isEmpty() ? null : new Start(count, last.getLast().drawn());
    }

    /**
     * Returns whether the folder of these starts is an older copy of the folder in which the start
     * {@code met} happened. It is an older copy if {@code met} is none of these starts, or if the
     * next start has begun without all of the log that was durable in {@code met}. A start that is
     * older than the starts that are kept counts as known.
     *
     * @param durable the position up to which the log was durable in that start, as its host has
     *     reported
     */
    public boolean lack(Start met, long durable) {
      long at = last.size() - 1 - (count - met.count);
      if (at >= last.size() || at >= 0 && last.get((int) at).drawn() != met.drawn) {
        return true;
      }
      long next = Math.max(0, at + 1);
      return next < last.size() && last.get((int) next).end() < durable;
    }

    public void write(Encoder out) {
      out.putVarLong(count).putVarLong(last.size());
      last.forEach(each -> out.putLong(each.drawn()));
      last.forEach(each -> out.putVarLong(each.end()));
    }

    /**
     * @throws MalformedData if there are none
     */
    public static Starts read(Decoder in) {
      long count = in.getVarLong();
      List<Long> drawn = new ArrayList<>();
      for (int left = in.getCount(KEPT); left > 0; left--) {
        drawn.add(in.getLong());
      }
      // Folders of the first days have no ends.
      boolean ends = in.remaining() > 0;
      List<Begun> last = new ArrayList<>();
      for (long each : drawn) {
        last.add(new Begun(each, ends ? in.getVarLong() : Begun.UNKNOWN));
      }
      return new Starts(count, last);
    }
  }

  /** Returns the word of a node without replicas. */
  public static World ofNode(SortedMap<Integer, Long> folders, Starts starts) {
    return new World("", false, MetFolders.of(folders), starts);
  }

  void write(Encoder out) {
    out.putString(name).putByte(hasData ? 1 : 0);
    folders.write(out);
    starts.write(out);
  }

  /**
   * @throws MalformedData if it is none
   */
  static World read(Decoder in) {
    return new World(in.getString(), in.getByte() != 0, MetFolders.read(in), Starts.read(in));
  }
}
