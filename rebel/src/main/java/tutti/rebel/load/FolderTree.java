package tutti.rebel.load;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** Files on disk, by absolute paths. */
public final class FolderTree implements SourceTree {

  /** The greatest length of a file; a longer file is not written by hand. */
  private static final long MAX_BYTES = 4 << 20;

  private final Path current = Path.of("").toAbsolutePath().normalize();

  @Override
  public Optional<String> read(String path) throws Unreadable {
    Path file = Path.of(path);
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

  @Override
  public List<String> below(String folder) {
    List<String> files = new ArrayList<>();
    try {
      Files.walkFileTree(
          Path.of(folder),
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path dir, BasicFileAttributes attributes) {
              Path name = dir.getFileName();
              boolean hidden = name != null && name.toString().startsWith(".");
              boolean start = dir.equals(Path.of(folder));
              return hidden && !start ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
              if (file.toString().endsWith(".ebl")) {
                files.add(slashes(file));
              }
              return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException problem) {
              return FileVisitResult.CONTINUE;
            }
          });
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Collections.sort(files);
    return files;
  }

  @Override
  public String display(String path) {
    Path file = Path.of(path);
    return slashes(file.startsWith(current) ? current.relativize(file) : file);
  }

  public static String slashes(Path path) {
    return path.toString().replace('\\', '/');
  }
}
