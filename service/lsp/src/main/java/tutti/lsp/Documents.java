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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The documents that are open in the editor, by their files. */
final class Documents {
  private static final Logger LOG = LoggerFactory.getLogger(Documents.class);

  private final Map<Path, Document> open = new LinkedHashMap<>();

  /**
   * An open document.
   *
   * @param uri the document's name, as the editor writes it
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

  /** Opens a document; one without a text stays closed. */
  void put(Path file, Document document) {
    if (document.text() == null) {
      LOG.warn("{} is opened without a text, and so stays closed", document.uri());
    } else {
      open.put(file, document);
    }
  }

  /** Changes a document that is open; changes of which one has no text are passed over. */
  void change(Path file, int version, List<TextDocumentContentChangeEvent> changes) {
    Document before = open.get(file);
    if (before == null) {
      return;
    }
    if (changes == null
        || changes.stream().anyMatch(each -> each == null || each.getText() == null)) {
      // The editor's text is not known: the next whole one is.
      LOG.warn("a change of {} without a text is passed over", before.uri());
    } else {
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
