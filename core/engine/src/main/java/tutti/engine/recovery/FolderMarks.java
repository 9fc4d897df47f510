package tutti.engine.recovery;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.random.RandomGenerator;
import tutti.engine.journal.MetaStore;
import tutti.model.Decoder;
import tutti.model.Encoder;

/**
 * The small files of a folder about itself: its owner and its name, how often it was started, and
 * the deployment under which its data was written. Used by one thread.
 */
final class FolderMarks {
  static final String INCARNATION = "incarnation";
  static final String FOLDER_ID = "folder-id";
  static final String DEPLOYMENT = "deployment";
  static final String CONCURRENCY = "concurrency";
  private static final String ADOPTED = "adopted";
  private static final String ADOPTS = "adopts";

  private final MetaStore meta;
  private final FolderSettings settings;

  /**
   * @throws tutti.engine.journal.DataFolderRefused if the folder is another owner's
   */
  FolderMarks(MetaStore meta, FolderSettings settings, String folder) throws IOException {
    this.meta = meta;
    this.settings = settings;
    settings.owner().check(meta, folder);
  }

  MetaStore meta() {
    return meta;
  }

  /** Returns the number of the start that begins now. */
  long nextIncarnation() throws IOException {
    return 1 + meta.get(INCARNATION).map(FolderMarks::number).orElse(0L);
  }

  /**
   * Returns the name of the folder.
   *
   * @param entropy names a new one
   */
  long id(RandomGenerator entropy) throws IOException {
    return meta.get(FOLDER_ID).map(FolderMarks::number).orElseGet(entropy::nextLong);
  }

  static long number(byte[] bytes) {
    return new Decoder(bytes).getLong();
  }

  /** Whether the data was written under the concurrency control that is to run. */
  boolean sameControl() throws IOException {
    return concurrency().filter(it -> Arrays.equals(it, texts(settings))).isPresent();
  }

  /** Whether nothing was written yet. */
  boolean isNew() throws IOException {
    return concurrency().isEmpty();
  }

  private Optional<byte[]> concurrency() throws IOException {
    return meta.get(CONCURRENCY);
  }

  private static byte[] texts(FolderSettings settings) {
    return settings.texts().concurrency().getBytes(StandardCharsets.UTF_8);
  }

  /** Records the end of a replica's log when it was changed to another application or control. */
  void adopted(long position) throws IOException {
    meta.put(ADOPTED, new Encoder().putLong(position).toByteArray());
  }

  /** Whether a replica was changed when its log ended there. */
  boolean wasAdoptedAt(long position) throws IOException {
    return meta.get(ADOPTED).filter(it -> number(it) == position).isPresent();
  }

  /** Records the position of the checkpoint by which a replica is to be changed. */
  void adopts(long position) throws IOException {
    meta.put(ADOPTS, new Encoder().putLong(position).toByteArray());
  }

  /** Whether a replica was to be changed by a checkpoint there, or behind that. */
  boolean adoptedFrom(long position) throws IOException {
    return meta.get(ADOPTS).filter(it -> number(it) >= position).isPresent();
  }

  /** Counts a start. */
  void started(long folderId, long incarnation) throws IOException {
    meta.put(FOLDER_ID, new Encoder().putLong(folderId).toByteArray());
    meta.put(INCARNATION, new Encoder().putLong(incarnation).toByteArray());
  }

  void owned() throws IOException {
    settings.owner().put(meta);
  }

  /** Records that the data is written under the deployment from now on. */
  void deployed() throws IOException {
    meta.put(DEPLOYMENT, settings.texts().deployment().getBytes(StandardCharsets.UTF_8));
    meta.put(CONCURRENCY, texts(settings));
  }
}
