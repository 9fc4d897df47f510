package tutti.rebel.load;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import tutti.model.text.PathText;

/** Files on disk, by absolute paths; the texts of some may be those of an editor instead. */
public final class FolderTree implements SourceTree {

  /** The greatest length of a file; a longer file is not written by hand. */
  private static final long MAX_BYTES = 4 << 20;

  private final Path current = Path.of("").toAbsolutePath().normalize();
  private final MemoryTree unsaved;

  /**
   * @param unsaved the texts that stand in the place of files, by absolute paths
   */
  public FolderTree(Map<String, String> unsaved) {
    this.unsaved = new MemoryTree(unsaved);
  }

  @Override
  public Optional<String> read(String path) throws Unreadable {
    Optional<String> text = unsaved.read(path);
    if (text.isPresent()) {
      return text;
    }
    Path file = named(path);
    if (!Files.isRegularFile(file)) {
      return Optional.empty();
    }
    try {
      if (Files.size(file) > MAX_BYTES) {
        throw new Unreadable("it is longer than " + (MAX_BYTES >> 20) + " MiB");
      }
      byte[] bytes = Files.readAllBytes(file);
      return Optional.of(
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
    } catch (CharacterCodingException e) {
      throw new Unreadable("it is not text in UTF-8");
    } catch (IOException e) {
      throw new Unreadable("the system says: " + e.getMessage());
    }
  }

  /** Returns a file's path; its name may have letters that this process cannot give the system. */
  private static Path named(String path) throws Unreadable {
    try {
      return Path.of(path);
    } catch (InvalidPathException unnameable) {
      throw new Unreadable(PathText.why(unnameable));
    }
  }

  @Override
  public List<String> below(String folder) {
    TreeSet<String> files = new TreeSet<>(unsaved.below(folder));
    try {
      FolderWalk.files(Path.of(folder), FolderTree::isHidden, FolderWalk.Unreadable.IS_LEFT_OUT)
          .stream()
          .filter(file -> file.toString().endsWith(".ebl"))
          .map(FolderTree::slashes)
          .forEach(files::add);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return List.copyOf(files);
  }

  private static boolean isHidden(Path folder) {
    return String.valueOf(folder.getFileName()).startsWith(".");
  }

  @Override
  public String display(String path) {
    try {
      Path file = Path.of(path);
      return slashes(file.startsWith(current) ? current.relativize(file) : file);
    } catch (InvalidPathException unnameable) {
      return path;
    }
  }

  /** Returns a path with slashes between its parts; elsewhere a backslash is a letter as any. */
  public static String slashes(Path path) {
    return path.toString().replace(File.separatorChar, '/');
  }
}
