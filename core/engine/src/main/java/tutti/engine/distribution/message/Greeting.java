package tutti.engine.distribution.message;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tutti.model.Application;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.model.MalformedData;
import tutti.model.Sha256;

/**
 * The first message of a node, about itself: the properties that must agree between nodes, and its
 * identity.
 *
 * @param version the version of the messages
 * @param application a hash of the application's source
 * @param agreed the settings on which nodes must agree, by their keys; values are for people
 * @param folder the name of the node's data folder; 0 if it has none
 * @param incarnation how often the node has started on the folder
 * @param start a number drawn at random when the node started
 * @param end the end of the node's log when it started
 * @param world for a host with replicas, the history of its data
 */
public record Greeting(
    int version,
    byte[] application,
    SortedMap<String, String> agreed,
    long folder,
    long incarnation,
    long start,
    long end,
    World world) {

  /** The key of the setting that may differ by a factor: a number of milliseconds. */
  static final String ELECTION = "shards.election-timeout";

  /**
   * The factor between the election timeouts of two hosts, at most. A leader is heard five times
   * within its own: then followers hear it twice within theirs.
   */
  private static final long MOST_FACTOR = 2;

  private static final int MOST_SETTINGS = 1000;

  public Greeting {
    agreed = Collections.unmodifiableSortedMap(new TreeMap<>(agreed));
  }

  /**
   * Returns the greeting of a host with replicas, but for its folder and its world.
   *
   * @param start the number of its start, which no other has
   * @param drawn at random
   */
  public static Greeting ofHost(
      Application application, SortedMap<String, String> agreed, long start, long drawn) {
    return new Greeting(
        MessageFormat.VERSION, hash(application), agreed, 0, start, drawn, 0, World.NONE);
  }

  /** Returns the greeting of a node whose data folder has another name. */
  public Greeting of(long otherFolder) {
    return new Greeting(version, application, agreed, otherFolder, incarnation, start, end, world);
  }

  /** Returns the greeting of a host of a world. */
  public Greeting within(World its) {
    return new Greeting(version, application, agreed, folder, incarnation, start, end, its);
  }

  /** Returns whether all knowledge of the node is lost when it ends. */
  public boolean keepsNothing() {
    return folder == 0;
  }

  public static byte[] hash(Application application) {
    return Sha256.of(application.source());
  }

  public byte[] write() {
    Encoder out = new Encoder().putVarLong(version).putBytes(application).putVarLong(agreed.size());
    agreed.forEach((key, value) -> out.putString(key).putString(value));
    out.putLong(folder).putVarLong(incarnation).putLong(start).putVarLong(end);
    world.write(out);
    return Seal.put(out).toByteArray();
  }

  /**
   * @throws MalformedData if it is none, or was damaged; of a greeting of another version only the
   *     version is read
   */
  public static Greeting read(byte[] bytes) {
    Decoder in = new Decoder(bytes);
    int version = in.getCount(Integer.MAX_VALUE);
    if (version != MessageFormat.VERSION) {
      return new Greeting(version, new byte[0], new TreeMap<>(), 0, 0, 0, 0, World.NONE);
    }
    in = Seal.open(bytes, 0, bytes.length);
    return new Greeting(
        in.getCount(Integer.MAX_VALUE),
        in.getBytes(),
        settings(in),
        in.getLong(),
        in.getVarLong(),
        in.getLong(),
        in.getVarLong(),
        World.read(in));
  }

  /**
   * Returns why a node that sends this cannot be talked to by a node that sends {@code own}, or
   * null.
   */
  public @Nullable String differsFrom(Greeting own) {
    if (version != own.version) {
      return "it speaks version "
          + version
          + " of the messages, this node version "
          + own.version
          + ": run the same version of Tutti on all nodes";
    }
    if (!Arrays.equals(application, own.application)) {
      return "it runs another application ("
          + text(application)
          + ", here "
          + text(own.application)
          + "): start all nodes with the same specifications";
    }
    List<String> others = new ArrayList<>();
    SortedSet<String> keys = new TreeSet<>(agreed.keySet());
    keys.addAll(own.agreed.keySet());
    for (String key : keys) {
      String there = agreed.getOrDefault(key, "not set");
      String here = own.agreed.getOrDefault(key, "not set");
      if (!there.equals(here) && !(key.equals(ELECTION) && areNear(there, here))) {
        String unit = key.equals(ELECTION) ? " ms" : "";
        others.add(key + " is " + there + unit + " there and " + here + unit + " here");
      }
    }
    return others.isEmpty()
        ? null
        : "it has another deployment: "
            + String.join("; ", others)
            + ": nodes agree on these before one sends or stores anything for another";
  }

  private static boolean areNear(String there, String here) {
    try {
      long one = Long.parseLong(there);
      long other = Long.parseLong(here);
      return Math.max(one, other) <= MOST_FACTOR * Math.min(one, other);
    } catch (NumberFormatException e) {
      return false;
    }
  }

  private static SortedMap<String, String> settings(Decoder in) {
    SortedMap<String, String> all = new TreeMap<>();
    for (int left = in.getCount(MOST_SETTINGS); left > 0; left--) {
      all.put(in.getString(), in.getString());
    }
    return all;
  }

  /** Returns the name of an application for people: the beginning of its hash. */
  public static String text(byte[] hash) {
    return HexFormat.of().formatHex(hash, 0, Math.min(hash.length, 6));
  }
}
