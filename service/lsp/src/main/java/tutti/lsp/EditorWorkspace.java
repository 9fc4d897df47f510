package tutti.lsp;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.eclipse.lsp4j.Diagnostic;
import org.eclipse.lsp4j.DiagnosticSeverity;
import org.eclipse.lsp4j.PublishDiagnosticsParams;
import org.eclipse.lsp4j.services.LanguageClient;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tutti.model.schema.ApplicationSchema;
import tutti.rebel.check.Checker;
import tutti.rebel.load.Diagnostic.Severity;
import tutti.rebel.parse.Parser;
import tutti.rebel.syntax.SourceFile;

/**
 * The applications to which the open documents belong. An application is the folder of a module's
 * first package, since its files are checked together: that of {@code shop.stock.Article} is the
 * folder {@code shop}.
 */
final class EditorWorkspace {
  private static final Logger LOG = LoggerFactory.getLogger(EditorWorkspace.class);

  private final Documents documents;
  private final Function<Path, ApplicationSchema> actors;
  private final LanguageClient client;

  /** The results of checks, by folders; those of former texts have been removed. */
  private final Map<Path, ApplicationDiagnosis> checked = new LinkedHashMap<>();

  /** The actors in Java of each folder, as they were known last. */
  private final Map<Path, ApplicationSchema> schemas = new HashMap<>();

  private List<Path> roots = List.of();

  /** The files of which the editor shows mistakes. */
  private final Set<Path> marked = new HashSet<>();

  /**
   * @param actors gives the actors in Java that stand beside the specifications of a folder
   * @param client the editor
   */
  EditorWorkspace(
      Documents documents, Function<Path, ApplicationSchema> actors, LanguageClient client) {
    this.documents = documents;
    this.actors = actors;
    this.client = client;
  }

  /** Forgets all results, since a text has changed. */
  void changed() {
    checked.clear();
  }

  /** The application of an open document, checked if its texts have changed since. */
  ApplicationDiagnosis of(Path file) {
    return checked.computeIfAbsent(folder(file), this::check);
  }

  private ApplicationDiagnosis check(Path folder) {
    if (documents.of(folder) != null) {
      ApplicationSchema none = new ApplicationSchema(List.of());
      return new ApplicationDiagnosis(Checker.check(folder, none, documents.texts()));
    }
    try {
      schemas.put(folder, actors.apply(folder));
    } catch (RuntimeException failed) {
      // The check goes on with the actors of the last sources that compiled.
      LOG.warn("the actors in Java of {} are not known: {}", folder, failed.getMessage());
    }
    ApplicationSchema known = schemas.getOrDefault(folder, new ApplicationSchema(List.of()));
    return new ApplicationDiagnosis(Checker.check(folder, known, documents.texts()));
  }

  /**
   * The folder of the application of a file. A file whose first line does not fit its place belongs
   * to the application around it, if one is open, and is checked alone otherwise: what stands
   * beside it may be all of a folder for temporary files, and be somebody else's.
   */
  private Path folder(Path file) {
    return own(file)
        .orElseGet(
            () ->
                documents.texts().keySet().stream()
                    .flatMap(other -> own(other).stream())
                    .filter(file::startsWith)
                    .findFirst()
                    .orElse(file));
  }

  private static Path parent(Path file) {
    Path parent = file.getParent();
    return parent == null ? file : parent;
  }

  private Optional<Path> own(Path file) {
    Documents.Document document = documents.of(file);
    if (document == null) {
      return Optional.empty();
    }
    SourceFile source = new SourceFile(file.toString(), document.text());
    List<String> packages = Parser.parse(source).module().name().qualifier();
    Path folder = parent(file);
    for (String each : packages.reversed()) {
      if (!folder.endsWith(each)) {
        return Optional.empty();
      }
      folder = parent(folder);
    }
    String name = Parser.parse(source).module().name().text();
    boolean fits = file.endsWith(name + ".ebl");
    return !fits
        ? Optional.empty()
        : Optional.of(packages.isEmpty() ? folder : folder.resolve(packages.getFirst()))
            .filter(this::isWithin);
  }

  /** Whether a folder is in one that the editor has opened, if it has opened any. */
  private boolean isWithin(Path folder) {
    return roots.isEmpty() || roots.stream().anyMatch(folder::startsWith);
  }

  /** Sets the folders that the editor has opened; only these are searched. */
  void within(List<Path> opened) {
    roots = List.copyOf(opened);
  }

  /** Checks what has changed, and tells the editor the mistakes in all files. */
  void publish() {
    Set<Path> open = documents.texts().keySet();
    Map<Path, Set<Diagnostic>> mistakes = new LinkedHashMap<>();
    marked.forEach(file -> mistakes.put(file, new LinkedHashSet<>()));
    open.forEach(file -> mistakes.put(file, new LinkedHashSet<>()));
    for (Path file : open) {
      of(file)
          .diagnostics()
          .forEach(
              (path, found) -> {
                Set<Diagnostic> all = mistakes.computeIfAbsent(path, _ -> new LinkedHashSet<>());
                found.forEach(each -> all.add(translated(each)));
              });
    }
    marked.clear();
    mistakes.forEach(
        (file, found) -> {
          Documents.Document document = documents.of(file);
          PublishDiagnosticsParams told =
              new PublishDiagnosticsParams(documents.uri(file), new ArrayList<>(found));
          if (document != null) {
            told.setVersion(document.version());
          }
          client.publishDiagnostics(told);
          if (!found.isEmpty()) {
            marked.add(file);
          }
        });
  }

  /** A diagnostic in the words of the protocol. */
  static Diagnostic translated(tutti.rebel.load.Diagnostic diagnostic) {
    String help = diagnostic.help();
    Diagnostic translated =
        new Diagnostic(
            Lines.range(diagnostic.span()),
            help.isEmpty() ? diagnostic.message() : diagnostic.message() + "\n" + help,
            diagnostic.severity() == Severity.ERROR
                ? DiagnosticSeverity.Error
                : DiagnosticSeverity.Warning,
            "tutti");
    translated.setCode(diagnostic.code());
    return translated;
  }
}
