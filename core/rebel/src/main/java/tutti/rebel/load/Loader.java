package tutti.rebel.load;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tutti.model.text.NearestName;
import tutti.rebel.parse.Parser;
import tutti.rebel.syntax.Module;
import tutti.rebel.syntax.Name;
import tutti.rebel.syntax.SourceFile;
import tutti.rebel.syntax.Span;

/**
 * Reads the given files and the files that they import. The root from which a file's imports are
 * resolved is found by walking up from it, one folder for each package of its name.
 */
public final class Loader {

  private static final String SUFFIX = ".ebl";

  /** The greatest number of folders above a misnamed file that may be its root. */
  private static final int MOST_PACKAGES = 10;

  private final SourceTree tree;
  private final Diagnostics diagnostics;
  private final Map<String, LoadedModule> byPath = new LinkedHashMap<>();
  private final Map<String, SourceFile> files = new LinkedHashMap<>();
  private final Deque<LoadedModule> waiting = new ArrayDeque<>();

  public Loader(SourceTree tree, Diagnostics diagnostics) {
    this.tree = tree;
    this.diagnostics = diagnostics;
  }

  /** Reads all modules, and returns them with the given ones first. */
  public List<LoadedModule> load(List<String> paths) {
    for (String path : paths) {
      if (open(path, true) == null && !files.containsKey(path)) {
        missing(path, "There is no such file.");
      }
    }
    while (!waiting.isEmpty()) {
      resolveImports(waiting.remove());
    }
    byPath.values().forEach(this::judge);
    return List.copyOf(byPath.values());
  }

  /** Marks a module that sees one of which a part was not read. */
  private void judge(LoadedModule module) {
    for (LoadedModule each : module.reachable()) {
      if (diagnostics.causedBy(each.module().file().name())) {
        boolean fields = each.module().file().text().contains("specification");
        diagnostics.unsure(module.module().file().name(), fields);
      }
    }
  }

  /** Returns the files that were read. */
  public List<SourceFile> files() {
    List<SourceFile> sorted = new ArrayList<>(files.values());
    sorted.sort(java.util.Comparator.comparing(SourceFile::name));
    return sorted;
  }

  /** Reports a path that has no file to read. */
  public void missing(String path, String message) {
    SourceFile nothing = new SourceFile(tree.display(path), "");
    diagnostics.error(new Span(nothing, 0, 0), "nothing-to-read", message);
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
      diagnostics.cause(
          new Span(file, 0, 0), "unreadable", String.valueOf(unreadable.getMessage()));
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

  /**
   * Returns the folder above as many folders as the name has packages; reports a file that lies
   * elsewhere.
   */
  private String root(String path, Parser.Parsed parsed) {
    Module module = parsed.module();
    String expected = "/" + module.name().full().replace('.', '/') + SUFFIX;
    String slashed = "/" + path;
    if (slashed.endsWith(expected)) {
      String root = slashed.substring(0, slashed.length() - expected.length());
      String found = root.isEmpty() ? "" : root.substring(1);
      String likely = likelyRoot(path, module);
      if (found(likely, module) <= found(found, module)) {
        return found;
      }
      if (parsed.problems().isEmpty()) {
        String name = path.substring(likely.isEmpty() ? 0 : likely.length() + 1);
        name = name.substring(0, name.length() - SUFFIX.length()).replace('/', '.');
        diagnostics.cause(
            module.name().span(),
            "module-place/higher",
            module.name(),
            likely.isEmpty() ? "above all" : tree.display(likely),
            name);
      }
      return likely;
    }
    boolean named = module.file().text().contains("module");
    if (named) {
      diagnostics.cause(
          module.name().span(),
          "module-place",
          module.name(),
          expected.substring(1),
          tree.display(path));
    }
    return likelyRoot(path, module);
  }

  /**
   * The folder that the author of a misnamed file most likely takes for the root: the one from
   * which most of its imports are found; else as many folders up as its name has packages.
   */
  private String likelyRoot(String path, Module module) {
    List<String> above = new ArrayList<>();
    for (String at = parent(path); ; at = parent(at)) {
      above.add(at);
      if (at.isEmpty() || above.size() > MOST_PACKAGES) {
        break;
      }
    }
    String best = above.get(Math.min(module.name().qualifier().size(), above.size() - 1));
    long most = found(best, module);
    for (String root : above) {
      long found = found(root, module);
      if (found > most) {
        most = found;
        best = root;
      }
    }
    return best;
  }

  private static String parent(String path) {
    return path.contains("/") ? path.substring(0, path.lastIndexOf('/')) : "";
  }

  private long found(String root, Module module) {
    return module.imports().stream().filter(name -> isThere(path(root, name.full()))).count();
  }

  private boolean isThere(String path) {
    try {
      return byPath.containsKey(path) || tree.read(path).isPresent();
    } catch (SourceTree.Unreadable there) {
      return true;
    }
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
    // A module of that name that stands in another place: the place is what is wrong.
    near.remove(wanted.full());
    Optional<String> meant = NearestName.among(near, wanted.full());
    diagnostics.cause(
        wanted.span(),
        meant.isEmpty() ? "missing-import" : "missing-import/near",
        wanted,
        tree.display(path),
        meant.orElse(""));
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
