package tutti.engine.distribution.message;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.model.MalformedData;

/**
 * The data folders that a host has met, or has learnt of from the hosts whose data it got. A
 * folder's name is a number that its host drew when the folder was new. A host that came back with
 * empty folders has several, and only the middle ones of very many are forgotten: a host with the
 * data of one history knows the folders in which the history began. Immutable.
 *
 * @param all all the folders, those of each host in their order as far as it is known
 */
public record MetFolders(List<Met> all) {
  /** No folder. */
  public static final MetFolders NONE = new MetFolders(List.of());

  /** The most folders of one host that are known. */
  static final int MOST_OF_A_HOST = 16;

  /** The most hosts that a deployment has. */
  private static final int MOST_HOSTS = 1 << 16;

  public MetFolders {
    all = all.stream().sorted(Comparator.comparingInt(Met::host)).toList();
  }

  /** A folder of a host. */
  public record Met(int host, long folder) {}

  /** Returns these, one of each host. */
  public static MetFolders of(SortedMap<Integer, Long> folders) {
    List<Met> all = new ArrayList<>();
    folders.forEach((host, folder) -> all.add(new Met(host, folder)));
    return new MetFolders(all);
  }

  /** Returns the last folder of each host. */
  public SortedMap<Integer, Long> newest() {
    SortedMap<Integer, Long> newest = new TreeMap<>();
    all.forEach(each -> newest.put(each.host, each.folder));
    return newest;
  }

  /** Returns the last folder of a host; null if none is known. */
  public @Nullable Long of(int host) {
    return newest().get(host);
  }

  /** Returns these, with that folder as the last of its host. */
  public MetFolders and(int host, long folder) {
    if (Long.valueOf(folder).equals(of(host))) {
      return this;
    }
    Met last = new Met(host, folder);
    List<Met> next = new ArrayList<>(all);
    next.remove(last);
    List<Met> its = next.stream().filter(each -> each.host == host).toList();
    if (its.size() >= MOST_OF_A_HOST) {
      next.remove(its.get(1));
    }
    next.add(last);
    return new MetFolders(next);
  }

  /** Returns these behind those that another host knows. */
  public MetFolders behind(MetFolders others) {
    Collection<Met> both = new LinkedHashSet<>(others.all);
    both.addAll(all);
    MetFolders next = NONE;
    for (Met each : both) {
      next = next.and(each.host, each.folder);
    }
    return next;
  }

  /**
   * Returns whether these folders and the others have different folders of some host, and none in
   * common. So it is for the hosts of two clusters with the same names, for example, or of two
   * restores of one backup. A host that came back with an empty folder knows the folders that its
   * data came from.
   */
  public boolean areStrangeTo(MetFolders others) {
    Set<Integer> hosts = others.all.stream().map(Met::host).collect(Collectors.toSet());
    return all.stream().noneMatch(others.all::contains)
        && all.stream().anyMatch(each -> hosts.contains(each.host));
  }

  public void write(Encoder out) {
    out.putVarLong(all.size());
    all.forEach(each -> out.putVarLong(each.host).putLong(each.folder));
  }

  /**
   * @throws MalformedData if there are none
   */
  public static MetFolders read(Decoder in) {
    List<Met> all = new ArrayList<>();
    for (int left = in.getCount(MOST_HOSTS * MOST_OF_A_HOST); left > 0; left--) {
      all.add(new Met(in.getCount(MOST_HOSTS), in.getLong()));
    }
    return new MetFolders(all);
  }
}
