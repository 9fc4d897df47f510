package tutti.lsp;

import java.net.URI;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.eclipse.lsp4j.TextDocumentContentChangeEvent;
import org.jspecify.annotations.Nullable;

/** The documents that are open in the editor, by their files. */
final class Documents {
  private final Map<Path, Document> open = new LinkedHashMap<>();

  /**
   * An open document.
   *
   * @param uri its name, as the editor writes it
   */
  record Document(String uri, int version, String text) {}

  /** The file of a document; empty if it is none, as a text that has no name yet. */
  static Optional<Path> file(String uri) {
    try {
      URI parsed = URI.create(uri);
      return "file".equals(parsed.getScheme())
          ? Optional.of(Path.of(parsed).toAbsolutePath().normalize())
          : Optional.empty();
    } catch (IllegalArgumentException | FileSystemNotFoundException notAFile) {
      return Optional.empty();
    }
  }

  void put(Path file, Document document) {
    open.put(file, document);
  }

  void change(Path file, int version, List<TextDocumentContentChangeEvent> changes) {
    Document before = open.get(file);
    if (before != null) {
      String text = before.text();
      for (TextDocumentContentChangeEvent change : changes) {
        text = new Lines(text).changed(change);
      }
      open.put(file, new Document(before.uri(), version, text));
    }
  }

  void close(Path file) {
    open.remove(file);
  }

  /** The document of a file, or null if it is not open. */
  @Nullable Document of(Path file) {
    return open.get(file);
  }

  /** The name of a file, as the editor writes it. */
  String uri(Path file) {
    Document document = open.get(file);
    return document == null ? file.toUri().toString() : document.uri();
  }

  /** The texts of all open documents. */
  Map<Path, String> texts() {
    return open.entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, each -> each.getValue().text()));
  }
}
