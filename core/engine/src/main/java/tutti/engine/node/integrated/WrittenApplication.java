package tutti.engine.node.integrated;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tutti.engine.deployment.Deployment.Replication;
import tutti.engine.integrated.ApplicationVersions;
import tutti.engine.integrated.FoundItems;
import tutti.engine.integrated.ItemValues;
import tutti.engine.integrated.VersionsItem;
import tutti.engine.journal.DataFolderRefused;
import tutti.engine.journal.Disk;
import tutti.engine.journal.MetaStore;
import tutti.engine.recovery.OtherApplication;
import tutti.engine.relational.RelationalApplication;
import tutti.engine.storage.rows.RowRefused;
import tutti.model.ActorId;
import tutti.model.Application;
import tutti.model.Sha256;
import tutti.protocol.integrated.VersionTag;

/**
 * The versions of the application that a host's data was written under, as its folder has them: the
 * source of the first in one blob, and from the first change on those of all in another.
 */
public record WrittenApplication(Disk disk) {
  private static final String FIRST = "application-of-items";
  private static final String ALL = "applications-of-items";
  private static final int MOST_OBSTACLES = 20;

  /** Returns the source of the newest version on a disk, if it is that of such a host. */
  public static Optional<byte[]> newest(Disk disk) throws IOException {
    List<byte[]> sources = new WrittenApplication(disk).sources();
    return sources.isEmpty() ? Optional.empty() : Optional.of(sources.getLast());
  }

  /** Returns the sources of the versions, the oldest first; none, if the folder is blank. */
  List<byte[]> sources() throws IOException {
    MetaStore meta = MetaStore.open(disk);
    Optional<byte[]> all = meta.get(ALL);
    return all.isPresent()
        ? VersionsItem.decode(all.get())
        : meta.get(FIRST).map(List::of).orElse(List.of());
  }

  /** Keeps the sources of the versions; durable when this returns. */
  void keep(List<byte[]> sources) throws IOException {
    MetaStore meta = MetaStore.open(disk);
    if (meta.get(FIRST).isEmpty()) {
      // Tutti of before there were changes reads it, and refuses a folder that has changed.
      meta.put(FIRST, sources.getFirst());
    }
    if (sources.size() > 1) {
      meta.put(ALL, VersionsItem.encode(sources));
    }
  }

  /** Returns a number that folders with the same versions share; 0 for a blank folder. */
  static long fingerprint(List<byte[]> sources) {
    return sources.isEmpty()
        ? 0
        : ByteBuffer.wrap(Sha256.of(VersionsItem.encode(sources))).getLong();
  }

  /** Returns whether the newest of some versions is not the one that is to run. */
  static boolean changes(List<byte[]> sources, Application today) {
    return !sources.isEmpty() && !Arrays.equals(sources.getLast(), today.source());
  }

  /**
   * Takes the versions that the folder has.
   *
   * @throws DataFolderRefused if the version that is to run cannot go on with the newest
   */
  void know(ApplicationVersions versions, Replication.Protocol protocol) throws IOException {
    List<byte[]> sources = sources();
    if (changes(sources, versions.today())) {
      Application today = versions.today();
      OtherApplication.writer(today, sources.getLast(), disk.describe());
      List<String> renamed = renamed(sources.getLast(), today, protocol);
      if (!renamed.isEmpty()) {
        throw OtherApplication.refused(disk.describe(), renamed);
      }
    }
    versions.know(sources);
  }

  private static List<String> renamed(
      byte[] before, Application today, Replication.Protocol protocol) {
    return RelationalApplication.typesOf(before).stream()
        .filter(type -> today.type(type) == null)
        .map(
            type ->
                "actor type "
                    + type
                    + " has another name now, and items are found by it under "
                    + protocol.setting()
                    + ": keep the name")
        .toList();
  }

  /**
   * Checks that the version that is to run can go on with what the log has.
   *
   * @throws DataFolderRefused if it cannot
   */
  void check(ApplicationVersions versions, FoundItems found) throws IOException {
    List<byte[]> sources = sources();
    Application today = versions.today();
    if (!changes(sources, today)) {
      return;
    }
    long before = sources.size();
    boolean java = today instanceof RelationalApplication;
    if (java && found.executesBefore(before + 1)) {
      throw refused("transactions under it are not executed here");
    }
    Application.Evolution evolution = today.evolveFrom(versions.application(before));
    ItemValues values = new ItemValues(versions);
    List<String> obstacles = new ArrayList<>();
    for (Map.Entry<ActorId, byte[]> each : found.values()) {
      byte[] value = each.getValue();
      long wrote = VersionTag.of(value);
      if (java && value.length > 0 && wrote < before && !VersionsItem.is(each.getKey())) {
        throw refused("it had not gone on with all that the version before it has written");
      }
      if (ItemValues.isActor(each.getKey()) && value.length > 0 && wrote <= before) {
        obstacles.addAll(obstacles(values, evolution, before, each.getKey(), value));
      }
      if (obstacles.size() >= MOST_OBSTACLES) {
        obstacles.add("and perhaps more");
        break;
      }
    }
    if (!obstacles.isEmpty()) {
      throw OtherApplication.refused(disk.describe(), obstacles);
    }
  }

  /** The obstacles of an actor, also where one of its rows cannot be read as one of today. */
  private static List<String> obstacles(
      ItemValues values,
      Application.Evolution evolution,
      long before,
      ActorId actor,
      byte[] value) {
    try {
      return values.obstacles(evolution, before, actor, value);
    } catch (RowRefused row) {
      return List.of(actor + ": " + row.getMessage());
    }
  }

  private DataFolderRefused refused(String why) {
    return new DataFolderRefused(
        DataFolderRefused.Kind.OTHER_APPLICATION,
        "the data in "
            + disk.describe()
            + " was written under another version of the application, and "
            + why
            + ". Nothing was changed. Start all nodes once more as they were, wait until they are"
            + " ready, stop them in order when no requests come any more, and start them as they are"
            + " to be. If most of the other nodes can start, give this one an empty folder");
  }
}
