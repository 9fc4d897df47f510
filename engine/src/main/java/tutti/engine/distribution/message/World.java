package tutti.engine.distribution.message;

import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.model.MalformedData;

/**
 * A host's word about the history of its data, in its {@link Greeting}: hosts of different
 * histories talk about no shard.
 *
 * @param name of the history: that of a backup which was restored, say; empty for none yet
 * @param hasData whether a replica of the host has data of that history
 * @param folders the data folders that the host has met, each a number that was drawn when the
 *     folder was new, by the numbers of their hosts; its own among them
 * @param start of the host on its folder
 */
public record World(String name, boolean hasData, SortedMap<Integer, Long> folders, Start start) {
  /** The word of a node that knows of no data folder. */
  public static final World NONE = new World("", false, new TreeMap<>(), Start.NONE);

  /** The most hosts that a deployment has. */
  private static final int MOST_HOSTS = 1 << 16;

  public World {
    folders = Collections.unmodifiableSortedMap(new TreeMap<>(folders));
  }

  /**
   * A start of a host on its folder. One from an older copy of the folder has a number that was
   * given before, and has drawn another one.
   *
   * @param count of the starts on the folder until then, this one among them; 0 if it is not known
   * @param drawn at random for this start
   */
  public record Start(long count, long drawn) {
    /** No start that is known. */
    public static final Start NONE = new Start(0, 0);

    /** Returns whether a folder that has started like this is an older copy of one that has so. */
    public boolean isOfOlderThan(Start met) {
      return count < met.count || count == met.count && drawn != met.drawn;
    }

    public void write(Encoder out) {
      out.putVarLong(count).putLong(drawn);
    }

    /**
     * @throws MalformedData if it is none
     */
    public static Start read(Decoder in) {
      return new Start(in.getVarLong(), in.getLong());
    }
  }

  /**
   * Returns whether these two have met different folders of a host, and none in common: the hosts
   * of two clusters with the same names, say, or of two restores of one backup. A host that came
   * back with an empty folder has met those that its data came from.
   */
  public boolean isStrangeTo(World other) {
    boolean differ = false;
    for (Map.Entry<Integer, Long> each : folders.entrySet()) {
      Long there = other.folders.get(each.getKey());
      if (each.getValue().equals(there)) {
        return false;
      }
      differ |= there != null;
    }
    return differ;
  }

  /** Returns the word of a node without replicas: its greeting tells its start by itself. */
  public static World ofNode(SortedMap<Integer, Long> folders) {
    return new World("", false, folders, Start.NONE);
  }

  void write(Encoder out) {
    out.putString(name).putByte(hasData ? 1 : 0);
    writeFolders(folders, out);
    start.write(out);
  }

  /**
   * @throws MalformedData if it is none
   */
  static World read(Decoder in) {
    return new World(in.getString(), in.getByte() != 0, readFolders(in), Start.read(in));
  }

  public static void writeFolders(SortedMap<Integer, Long> folders, Encoder out) {
    out.putVarLong(folders.size());
    folders.forEach((host, folder) -> out.putVarLong(host).putLong(folder));
  }

  /**
   * @throws MalformedData if there are none
   */
  public static SortedMap<Integer, Long> readFolders(Decoder in) {
    SortedMap<Integer, Long> folders = new TreeMap<>();
    for (int left = in.getCount(MOST_HOSTS); left > 0; left--) {
      folders.put(in.getCount(MOST_HOSTS), in.getLong());
    }
    return folders;
  }
}
