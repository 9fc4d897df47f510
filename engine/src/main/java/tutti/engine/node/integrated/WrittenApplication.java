package tutti.engine.node.integrated;

import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;
import tutti.engine.deployment.Deployment.Replication;
import tutti.engine.journal.DataFolderRefused;
import tutti.engine.journal.Disk;
import tutti.engine.journal.MetaStore;
import tutti.model.Application;

/**
 * The application that a host's data was written under: values of items can be read under that one
 * alone. The folder keeps its source in a blob.
 */
record WrittenApplication(Disk disk) {
  private static final String META = "application-of-items";

  /**
   * Makes a blank folder that application's.
   *
   * @throws DataFolderRefused if it is another application's
   */
  void check(Application application, Replication.Protocol protocol) throws IOException {
    MetaStore meta = MetaStore.open(disk);
    byte[] source = application.source();
    Optional<byte[]> kept = meta.get(META);
    if (kept.isEmpty()) {
      meta.put(META, source);
    } else if (!Arrays.equals(kept.get(), source)) {
      throw new DataFolderRefused(
          DataFolderRefused.Kind.OTHER_APPLICATION,
          "the data in "
              + disk.describe()
              + " was written under another version of the application, and "
              + protocol.setting()
              + " reads it under that one alone in this version: start with the application as it"
              + " was, or name another folder with --data. Nothing was changed");
    }
  }
}
