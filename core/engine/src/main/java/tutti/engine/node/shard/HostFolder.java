package tutti.engine.node.shard;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Deployment.Replication;
import tutti.engine.journal.DataFolderRefused;
import tutti.engine.journal.Disk;
import tutti.engine.journal.MetaStore;
import tutti.engine.recovery.FolderOwner;
import tutti.engine.runtime.Scheduler;

/**
 * The owner of a host's folder: which host it is, and where shards and their replicas lie. The
 * folder keeps it as text in the blob {@link FolderOwner#REPLICAS}, since under another one its
 * shards would be looked for where they are not.
 */
public record HostFolder(Disk disk, ReplicaLayout layout) {
  /** The blob that is not empty while shards of the folder begin anew. */
  private static final String RESET_BEGUN = "reset-begun";

  /**
   * The place of a host in a deployment.
   *
   * @param host the number of the host, from 1
   * @param count how many hosts there are
   */
  public record Place(int host, int count) {}

  /** The beginning of {@link #text}. */
  private static final Pattern PLACE = Pattern.compile("host (\\d{1,9}) of (\\d{1,9}),");

  /**
   * Makes a blank folder this host's, and returns the world of its data.
   *
   * @throws DataFolderRefused if it is another host's, or that of a node without replicas
   */
  public HostWorld own(Scheduler scheduler) throws IOException {
    requireWhole();
    boolean isNew = !isOwned();
    own();
    return HostWorld.open(disk, layout.self(), isNew, scheduler.newStepQueue("world")::step);
  }

  /**
   * Makes a blank folder this host's.
   *
   * @throws DataFolderRefused if it is another host's, or that of a node without replicas
   */
  public void own() throws IOException {
    MetaStore meta = MetaStore.open(disk);
    if (meta.get(FolderOwner.META).isPresent()) {
      throw refused(
          "is that of a node without replicas: start with replication = none, or move its data by"
              + " 'tutti backup' and 'tutti restore --deployment'");
    }
    Optional<byte[]> kept = meta.get(FolderOwner.REPLICAS);
    if (kept.isEmpty()) {
      meta.put(FolderOwner.REPLICAS, text().getBytes(StandardCharsets.UTF_8));
      return;
    }
    String before = new String(kept.get(), StandardCharsets.UTF_8);
    // The keys of a placement may have digits of any script, and mean these.
    if (!before.equals(text()) && !westernDigits(before).equals(text())) {
      throw refused(
          "was written by "
              + before
              + ", and this is "
              + text()
              + ": start as it was written, or move its data by 'tutti backup' and 'tutti restore"
              + " --deployment'");
    }
  }

  /**
   * Refuses a folder of which shards were being reset.
   *
   * @throws DataFolderRefused if they were
   */
  public void requireWhole() throws IOException {
    if (isBeingReset(disk)) {
      throw refused(
          "has shards that were to begin anew when 'tutti shard reset' was broken off, so that the"
              + " folders do not fit together: run that command again");
    }
  }

  /** Earlier versions wrote numbers in the digits of the system's language. */
  private static String westernDigits(String text) {
    StringBuilder digits = new StringBuilder(text.length());
    text.codePoints()
        .forEach(
            c -> {
              if (Character.isDigit(c)) {
                digits.append(Character.digit(c, 10));
              } else {
                digits.appendCodePoint(c);
              }
            });
    return digits.toString();
  }

  /** Makes a folder this host's, whatever it was. */
  public void take() throws IOException {
    MetaStore.open(disk).put(FolderOwner.REPLICAS, text().getBytes(StandardCharsets.UTF_8));
  }

  /** Lets no host start on the folder until {@link #beginAnew}. */
  public void resetBegins() throws IOException {
    MetaStore.open(disk).put(RESET_BEGUN, new byte[] {1});
    disk.force();
  }

  /** Takes that back. */
  public void resetEnds() throws IOException {
    MetaStore.open(disk).put(RESET_BEGUN, new byte[0]);
  }

  /** Returns whether a reset of a folder's shards has begun and not ended. */
  public static boolean isBeingReset(Disk disk) throws IOException {
    return MetaStore.open(disk).get(RESET_BEGUN).filter(mark -> mark.length > 0).isPresent();
  }

  /**
   * Makes a folder this host's, whatever it was, and its data that of a world which begins.
   *
   * @param drawn at random, names the world
   */
  public void beginAnew(long drawn) throws IOException {
    take();
    HostWorld.reset(disk, drawn);
    resetEnds();
  }

  /** Returns whose a folder of replicas is, and where they lie, in words; empty if it is none. */
  public static Optional<String> owner(Disk disk) throws IOException {
    return MetaStore.open(disk)
        .get(FolderOwner.REPLICAS)
        .map(it -> new String(it, StandardCharsets.UTF_8));
  }

  /**
   * Returns the place of the host whose folder of replicas it is; empty if it is no such folder.
   */
  public static Optional<Place> place(Disk disk) throws IOException {
    return owner(disk)
        .map(text -> PLACE.matcher(westernDigits(text)))
        .filter(Matcher::lookingAt)
        .map(
            found -> new Place(Integer.parseInt(found.group(1)), Integer.parseInt(found.group(2))));
  }

  /** Returns whether the folder is a host's. */
  public boolean isOwned() throws IOException {
    return MetaStore.open(disk).get(FolderOwner.REPLICAS).isPresent();
  }

  private String text() {
    Deployment deployment = layout.deployment();
    Replication replication = deployment.replication();
    return "host %s of %s, with %s shards of %s replicas, layout %s, placement %s%s"
        .formatted(
            layout.self() + 1,
            layout.hosts(),
            layout.shards(),
            replication.replicas(),
            replication.layout().name().toLowerCase(Locale.ROOT),
            deployment.nodePlacement(),
            switch (replication.protocol()) {
              case NONE, MULTIPAXOS -> "";
              case JANUS -> ", integrated janus";
              case TAPIR ->
                  deployment.tapir().strict()
                      ? ", integrated tapir"
                      : ", integrated tapir, validation timestamps";
            });
  }

  private DataFolderRefused refused(String why) {
    return new DataFolderRefused(
        DataFolderRefused.Kind.OTHER_NODE,
        "the data folder "
            + disk.describe()
            + " "
            + why
            + ", or name another folder with --data. Nothing was changed");
  }
}
