package tutti.engine.node.replicated;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import tutti.engine.distribution.message.Greeting;
import tutti.engine.journal.Disk;
import tutti.engine.journal.MetaStore;
import tutti.engine.node.shard.HostFolder;
import tutti.engine.node.shard.HostWorld;
import tutti.engine.recovery.RestoredFolder;
import tutti.model.Sha256;

/**
 * The properties of a data folder by which a person tells it from others: whose it is, which
 * history of data it has, and what it was written under. Nothing is changed.
 */
public final class FolderDescription {
  private static final String OF_THE_NODE = "deployment";

  /** A shard of a host has a deployment of its own, as a node without replicas would have it. */
  private static final String OF_A_SHARD = "deployment of a shard inside";

  /** The names of what is a deployment, of many lines. */
  public static final List<String> DEPLOYMENTS = List.of(OF_THE_NODE, OF_A_SHARD);

  private FolderDescription() {}

  /**
   * Describes a folder.
   *
   * @return values for people, by names of one or two words, in the order of their weight; what is
   *     not known is not there
   * @throws tutti.engine.journal.DataFolderRefused if this version cannot read it
   */
  public static Map<String, String> of(Disk disk) throws IOException {
    Map<String, String> found = new LinkedHashMap<>();
    TreeSet<String> applications = new TreeSet<>();
    for (byte[] source : FolderCheck.sources(disk)) {
      applications.add(Greeting.text(Sha256.of(source)));
    }
    Optional<String> host = HostFolder.owner(disk);
    if (host.isPresent()) {
      found.put("owner", host.get());
      String none =
          applications.isEmpty()
              ? "none yet: it takes that of the other hosts"
              : HostWorld.BEGAN_EMPTY;
      found.put("world", HostWorld.of(disk).orElse(none));
    } else {
      RestoredFolder.owner(disk).ifPresent(owner -> found.put("owner", owner));
      found.put(
          "world",
          RestoredFolder.backup(disk).map(it -> "backup " + it).orElse(HostWorld.BEGAN_EMPTY));
      found.put("starts", Long.toString(RestoredFolder.starts(disk)));
    }
    if (HostFolder.isBeingReset(disk)) {
      found.put("unfinished", "'tutti shard reset' was broken off: run it again");
    }
    if (!applications.isEmpty()) {
      found.put("application", String.join(", ", applications));
    }
    Optional<byte[]> note = MetaStore.open(disk).get(ShardReset.NOTE);
    note.ifPresent(it -> found.put("note", new String(it, StandardCharsets.UTF_8)));
    String whose = host.isPresent() ? OF_A_SHARD : OF_THE_NODE;
    for (Disk part : FolderCheck.disks(disk)) {
      RestoredFolder.settings(part).ifPresent(text -> found.put(whose, text));
    }
    return found;
  }
}
