package tutti.engine.node.integrated;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tutti.engine.journal.DataFolderRefused;
import tutti.engine.journal.Disk;
import tutti.engine.journal.MetaStore;

/**
 * The mark of a folder whose replica has come to another end of a transaction than others have:
 * what it has is not what they have, and no start makes it so. The folder keeps the reason in a
 * blob.
 */
final class DivergedFolder {
  private static final Logger LOG = LoggerFactory.getLogger(DivergedFolder.class);

  private static final String META = "diverged";

  private DivergedFolder() {}

  /**
   * Marks a host's folder.
   *
   * @param calls of the transaction, in words
   * @return why the host ends, for a person
   */
  static String mark(@Nullable Disk disk, String calls) {
    String why =
        "this host came to another end than other hosts by "
            + calls
            + ": a procedure must depend on nothing but its arguments, its actors and the time that"
            + " Tutti gives it";
    LOG.error("this host must not go on: {}", why);
    try {
      MetaStore.open(Objects.requireNonNull(disk, "a host has a disk"))
          .put(META, why.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      LOG.warn("the folder could not be marked, and must not be used again: {}", e.getMessage());
    }
    return why;
  }

  /**
   * Refuses a folder that is marked.
   *
   * @throws DataFolderRefused if it is
   */
  static void check(Disk disk) throws IOException {
    Optional<byte[]> why = MetaStore.open(disk).get(META);
    if (why.isPresent()) {
      throw new DataFolderRefused(
          DataFolderRefused.Kind.OTHER_NODE,
          "the data folder "
              + disk.describe()
              + " has other data than the other hosts have: "
              + new String(why.get(), StandardCharsets.UTF_8)
              + ". Mend the procedure, and start all hosts; this one with an empty folder, which gets"
              + " the data of the others. Nothing was changed");
    }
  }
}
