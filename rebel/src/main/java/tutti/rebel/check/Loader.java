package tutti.rebel.check;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tutti.rebel.syntax.Module;
import tutti.rebel.syntax.Name;
import tutti.rebel.syntax.Parser;
import tutti.rebel.syntax.SourceFile;
import tutti.rebel.syntax.Span;

/**
 * Reads the given files and all that they import. The root from which a file's imports are resolved
 * is found by walking up from it, one folder for each package of its name.
 */
final class Loader {

  private static final String SUFFIX = ".ebl";

  private final SourceTree tree;
  private final Diagnostics diagnostics;
  private final Map<String, LoadedModule> byPath = new LinkedHashMap<>();
  private final Map<String, SourceFile> files = new LinkedHashMap<>();
  private final Deque<LoadedModule> waiting = new ArrayDeque<>();

  Loader(SourceTree tree, Diagnostics diagnostics) {
    this.tree = tree;
    this.diagnostics = diagnostics;
  }

  /** All modules, the given ones first. */
  List<LoadedModule> load(List<String> paths) {
    for (String path : paths) {
      if (open(path, true) == null && !files.containsKey(path)) {
        missing(path, "There is no such file.");
      }
    }
    while (!waiting.isEmpty()) {
      resolveImports(waiting.remove());
    }
    return List.copyOf(byPath.values());
  }

  /** Every file that was read. */
  List<SourceFile> files() {
    List<SourceFile> sorted = new ArrayList<>(files.values());
    sorted.sort(java.util.Comparator.comparing(SourceFile::name));
    return sorted;
  }

  /** Says that a path leads to nothing to read. */
  void missing(String path, String message) {
    SourceFile nothing = new SourceFile(tree.display(path), "");
    diagnostics.error(
        new Span(nothing, 0, 0),
        "nothing-to-read",
        message,
        "Give a folder or a file of Rebel, *.ebl.");
  }

  private @Nullable LoadedModule open(String path, boolean given) {
    LoadedModule known = byPath.get(path);
    if (known != null || files.containsKey(path)) {
      return known;
    }
    SourceFile file;
    try {
      Optional<String> text = tree.read(path);
      if (text.isEmpty()) {
        return null;
      }
      file = new SourceFile(tree.display(path), text.get());
    } catch (SourceTree.Unreadable unreadable) {
      file = new SourceFile(tree.display(path), "");
      files.put(path, file);
      diagnostics.error(
          new Span(file, 0, 0),
          "unreadable",
          "This file cannot be read: " + unreadable.getMessage() + ".",
          "");
      return null;
    }
    files.put(path, file);
    Parser.Parsed parsed = Parser.parse(file);
    diagnostics.problems(parsed.problems());
    LoadedModule loaded = new LoadedModule(parsed.module(), root(path, parsed), given);
    byPath.put(path, loaded);
    waiting.add(loaded);
    return loaded;
  }

  /** Walks up one folder for each package; reports a file that lies elsewhere. */
  private String root(String path, Parser.Parsed parsed) {
    Module module = parsed.module();
    String expected = "/" + module.name().full().replace('.', '/') + SUFFIX;
    String slashed = "/" + path;
    if (slashed.endsWith(expected)) {
      String root = slashed.substring(0, slashed.length() - expected.length());
      return root.isEmpty() ? "" : root.substring(1);
    }
    boolean named = module.file().text().contains("module");
    if (named) {
      diagnostics.error(
          module.name().span(),
          "module-place",
          "Module `"
              + module.name()
              + "` must be the file "
              + expected.substring(1)
              + " below some folder, but this file is "
              + tree.display(path)
              + ".",
          "Move the file, or change the name behind `module`.");
    }
    String folder = path.contains("/") ? path.substring(0, path.lastIndexOf('/')) : "";
    List<String> parts = new ArrayList<>(Arrays.asList(folder.split("/", -1)));
    List<String> packages = module.name().qualifier();
    for (int i = packages.size() - 1; i >= 0 && !parts.isEmpty(); i--) {
      if (!parts.getLast().equals(packages.get(i))) {
        break;
      }
      parts.removeLast();
    }
    return String.join("/", parts);
  }

  private void resolveImports(LoadedModule importer) {
    for (Name wanted : importer.module().imports()) {
      String path = path(importer.root(), wanted.full());
      LoadedModule found = open(path, false);
      if (found != null) {
        if (!importer.imports().contains(found)) {
          importer.imports().add(found);
        }
      } else if (!files.containsKey(path)) {
        missingImport(importer, wanted, path);
      }
    }
  }

  private void missingImport(LoadedModule importer, Name wanted, String path) {
    TreeSet<String> near = new TreeSet<>();
    byPath.values().stream()
        .filter(module -> module.root().equals(importer.root()))
        .forEach(module -> near.add(module.name()));
    String top = importer.root();
    if (!wanted.qualifier().isEmpty()) {
      top = path(top, wanted.qualifier().getFirst()).replace(SUFFIX, "");
      for (String file : filesBelow(top)) {
        String from =
            importer.root().isEmpty() ? file : file.substring(importer.root().length() + 1);
        near.add(from.substring(0, from.length() - SUFFIX.length()).replace('/', '.'));
      }
    }
    near.remove(importer.name());
    String suggestion = NearNames.suggestion(wanted.full(), near);
    diagnostics.error(
        wanted.span(),
        "missing-import",
        "There is no module `" + wanted + "`: no file " + tree.display(path) + ".",
        suggestion.isEmpty()
            ? "Names begin at the folder that holds the first package."
            : suggestion);
  }

  private List<String> filesBelow(String folder) {
    try {
      return tree.below(folder);
    } catch (java.io.UncheckedIOException e) {
      return List.of();
    }
  }

  private static String path(String root, String name) {
    return (root.isEmpty() ? "" : root + "/") + name.replace('.', '/') + SUFFIX;
  }
}
