package tutti.engine.node.replicated;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import tutti.engine.deployment.Deployment;
import tutti.engine.journal.DataFolderRefused;
import tutti.engine.journal.Disk;
import tutti.engine.journal.MetaStore;
import tutti.engine.node.NodeFolder;
import tutti.engine.replication.HostLog;
import tutti.engine.runtime.Scheduler;
import tutti.engine.runtime.Uninterruptibly;

/**
 * A new begin of all shards from the folder of one host, by a person who accepts what is lost: so
 * many disks of other hosts are gone that no majority of a shard's replicas ever votes again. The
 * shards get other identities, so that no old replica speaks to a new one, and all other hosts get
 * copies of the folder. No host may run meanwhile.
 *
 * <p>What may be lost: everything that was acknowledged and that this host had not heard of. Of a
 * transaction over several shards it may have heard of a part only.
 */
public final class ShardReset {
  private static final int PIECE_BYTES = 1 << 20;
  private static final String NOTE = "reset";

  private final Deployment deployment;
  private final int self;
  private final Disk left;

  /**
   * @param deployment under which the folder was written
   * @param self the number of the host whose folder is left
   * @param left its folder
   */
  public ShardReset(Deployment deployment, int self, Disk left) {
    this.deployment = deployment;
    this.self = self;
    this.left = left;
  }

  /**
   * Begins anew.
   *
   * @param blank the folders of all other hosts by number, which are empty
   * @param note who has done it, when and why; kept in all folders
   * @throws DataFolderRefused if the folder is not the host's, or a host has not all shards
   * @throws IllegalStateException if a replica in it has no log to begin with
   */
  public void begin(
      Map<Integer, Disk> blank, Scheduler scheduler, RandomGenerator entropy, String note)
      throws IOException {
    Layout layout = new Layout(self, deployment);
    boolean all = layout.hosts() == deployment.replication().replicas();
    if (!all || layout.own().size() < layout.shards()) {
      throw refused("has not all shards, and this version begins all of them anew or none");
    }
    HostFolder own = new HostFolder(left, layout);
    if (!own.isOwned()) {
      throw refused("is empty, or that of a node without replicas");
    }
    own.own();
    found(layout, scheduler, entropy);
    MetaStore.open(left).put(NOTE, note.getBytes(StandardCharsets.UTF_8));
    for (Map.Entry<Integer, Disk> each : blank.entrySet()) {
      copy(each.getValue());
      new HostFolder(each.getValue(), new Layout(each.getKey(), deployment)).take();
    }
  }

  private void found(Layout layout, Scheduler scheduler, RandomGenerator entropy)
      throws IOException {
    try (HostLog log = HostLog.open(left, NodeFolder.log(deployment), scheduler)) {
      for (int shard : layout.own()) {
        List<Long> members =
            IntStream.range(0, layout.hostsOf(shard).size())
                .mapToObj(_ -> entropy.nextLong(1, Long.MAX_VALUE))
                .toList();
        log.foundAnew(shard, entropy.nextLong(1, Long.MAX_VALUE), members, self);
      }
      CountDownLatch forced = new CountDownLatch(1);
      AtomicBoolean durable = new AtomicBoolean();
      log.whenAllIsDurable(
          all -> {
            durable.set(all);
            forced.countDown();
          });
      Uninterruptibly.await(forced);
      if (!durable.get()) {
        throw new IOException("the log in " + left.describe() + " cannot be written");
      }
    }
  }

  private void copy(Disk to) throws IOException {
    List<String> names = new ArrayList<>(left.list());
    ByteBuffer piece = ByteBuffer.allocate(PIECE_BYTES);
    for (String name : names) {
      try (Disk.DiskFile from = left.open(name, false);
          Disk.DiskFile copy = to.open(name, true)) {
        for (long at = 0; at < from.size(); at += piece.limit()) {
          from.read(piece.clear(), at);
          copy.write(piece.flip(), at);
        }
        copy.force();
      }
    }
    to.force();
  }

  private DataFolderRefused refused(String why) {
    return new DataFolderRefused(
        DataFolderRefused.Kind.OTHER_NODE,
        "the data folder " + left.describe() + " " + why + ". Nothing was changed");
  }
}
