package tutti.engine.node.replicated;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import tutti.engine.deployment.Deployment;
import tutti.engine.journal.DataFolderRefused;
import tutti.engine.journal.Disk;
import tutti.engine.journal.MetaStore;
import tutti.engine.node.NodeFolder;
import tutti.engine.node.shard.HostFolder;
import tutti.engine.node.shard.ReplicaLayout;
import tutti.engine.recovery.RestoredFolder;
import tutti.engine.replication.HostLog;
import tutti.engine.runtime.Scheduler;
import tutti.protocol.replication.ReplicationRecord;

/**
 * A new begin of shards of which so many disks are gone that no majority of their replicas ever
 * votes again, by a person who accepts what is lost. Each begins from the replica that has most
 * among those that are left, under another identity, so that no old replica speaks to a new one;
 * all its hosts get copies of that replica. Shards of which a majority is left stay as they are: a
 * lost host rejoins those. No host may run meanwhile.
 *
 * <p>What may be lost: everything that was acknowledged and that the hosts that are left had not
 * heard of. Of a transaction over several shards they may have heard of a part only.
 */
public final class ShardReset {
  /** The blob in which a folder keeps who has begun its shards anew, when and why. */
  static final String NOTE = "reset";

  private final Deployment deployment;
  private final SortedMap<Integer, Disk> left;
  private final SortedMap<Integer, Disk> all;
  private final SortedMap<Integer, HostLog> logs = new TreeMap<>();

  /**
   * @param deployment under which the folders were written
   * @param left the folders that are left, by the numbers of their hosts
   * @param blank the folders of all other hosts, which are empty
   */
  public ShardReset(Deployment deployment, Map<Integer, Disk> left, Map<Integer, Disk> blank) {
    this.deployment = deployment;
    this.left = new TreeMap<>(left);
    this.all = new TreeMap<>(left);
    all.putAll(blank);
  }

  /**
   * Begins anew.
   *
   * @param note who has done it, when and why; kept in all folders
   * @return the numbers of the shards that begin anew; if none must, nothing was changed
   * @throws DataFolderRefused if a folder is not its host's, or no replica of a shard is left
   * @throws IllegalStateException if no replica that is left of a shard has a log to begin with
   */
  public List<Integer> begin(Scheduler scheduler, RandomGenerator entropy, String note)
      throws IOException {
    for (Map.Entry<Integer, Disk> each : left.entrySet()) {
      HostFolder folder =
          new HostFolder(each.getValue(), new ReplicaLayout(each.getKey(), deployment));
      if (!folder.isOwned()) {
        throw refused(folder.disk().describe(), "is empty, or that of a node without replicas");
      }
      folder.own();
    }
    // Before they have anything else: killed from here on, the command makes them once more.
    for (HostFolder blank : blank()) {
      blank.resetBegins();
    }
    try {
      for (Map.Entry<Integer, Disk> each : all.entrySet()) {
        logs.put(
            each.getKey(), HostLog.open(each.getValue(), NodeFolder.log(deployment), scheduler));
      }
      List<Integer> lost = lost();
      if (lost.isEmpty()) {
        for (HostFolder blank : blank()) {
          blank.resetEnds();
        }
      } else {
        // A copy of some shards alone is no host's folder.
        for (Map.Entry<Integer, Disk> each : all.entrySet()) {
          new HostFolder(each.getValue(), new ReplicaLayout(each.getKey(), deployment))
              .resetBegins();
        }
      }
      for (int shard : lost) {
        begin(shard, entropy);
      }
      if (!lost.isEmpty()) {
        for (HostLog log : logs.values()) {
          log.closeDurably();
        }
        own(note, entropy.nextLong());
      }
      return lost;
    } finally {
      logs.values().forEach(HostLog::close);
    }
  }

  private List<HostFolder> blank() {
    return all.entrySet().stream()
        .filter(each -> !left.containsKey(each.getKey()))
        .map(each -> new HostFolder(each.getValue(), new ReplicaLayout(each.getKey(), deployment)))
        .toList();
  }

  /** Returns the shards of which no majority votes, each with a replica that is left. */
  private List<Integer> lost() throws DataFolderRefused {
    ReplicaLayout layout = new ReplicaLayout(left.firstKey(), deployment);
    List<Integer> lost =
        IntStream.range(0, layout.shards())
            .filter(shard -> 2 * voters(shard).size() <= layout.hostsOf(shard).size())
            .boxed()
            .toList();
    for (int shard : lost) {
      if (layout.hostsOf(shard).stream().noneMatch(host -> left.containsKey(host))) {
        throw refused(
            left.values().stream().map(Disk::describe).collect(Collectors.joining(", ")),
            "has no replica of shard "
                + shard
                + ", which was on "
                + layout.hostsOf(shard).stream().map(layout::name).collect(Collectors.joining(", "))
                + ": restore a backup");
      }
      if (voters(shard).isEmpty()) {
        throw new IllegalStateException(
            "no replica of shard " + shard + " that is left votes and has a log to begin with");
      }
    }
    return lost;
  }

  /** Returns the hosts whose replicas of a shard are left and vote. */
  private List<Integer> voters(int shard) {
    return left.keySet().stream().filter(host -> log(host).votes(shard)).toList();
  }

  private HostLog log(int host) {
    return Objects.requireNonNull(logs.get(host), "a host has a log");
  }

  private void begin(int shard, RandomGenerator entropy) throws IOException {
    int best =
        voters(shard).stream()
            .max(Comparator.comparing(host -> log(host).endOf(shard)))
            .orElseThrow();
    List<Integer> hosts = new ReplicaLayout(best, deployment).hostsOf(shard);
    List<Long> members = hosts.stream().map(_ -> entropy.nextLong(1, Long.MAX_VALUE)).toList();
    List<ReplicationRecord> records =
        log(best).foundedAnew(shard, entropy.nextLong(1, Long.MAX_VALUE), members, best);
    Disk from = ReplicaLayout.files(disk(best), shard);
    for (int host : hosts) {
      if (host != best) {
        Disk to = ReplicaLayout.files(disk(host), shard);
        for (String name : List.copyOf(to.list())) {
          to.delete(name);
        }
        RestoredFolder.copy(from, to);
      }
      log(host).begin(shard, records);
    }
  }

  private Disk disk(int host) {
    return Objects.requireNonNull(all.get(host), "a host has a folder");
  }

  /**
   * Makes all folders those of their hosts and of one new world, and leaves a note in them.
   *
   * @param drawn names the world
   */
  private void own(String note, long drawn) throws IOException {
    for (Map.Entry<Integer, Disk> each : all.entrySet()) {
      new HostFolder(each.getValue(), new ReplicaLayout(each.getKey(), deployment))
          .beginAnew(drawn);
      MetaStore.open(each.getValue()).put(NOTE, note.getBytes(StandardCharsets.UTF_8));
      each.getValue().force();
    }
  }

  private static DataFolderRefused refused(String folder, String why) {
    return new DataFolderRefused(
        DataFolderRefused.Kind.OTHER_NODE,
        "the data folder " + folder + " " + why + ". Nothing was changed");
  }
}
