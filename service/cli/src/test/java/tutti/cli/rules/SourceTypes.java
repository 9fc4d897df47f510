package tutti.cli.rules;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The types that the sources of all modules declare, nested ones too, with their files. */
final class SourceTypes {
  private static final String SOURCE = ".*/src/(?:main|test|jmh)/java/.*\\.java";
  private static final String MODIFIERS =
      "(?:(?:public|protected|private|static|final|abstract|sealed|non-sealed|default|synchronized"
          + "|native|@\\w+(?:\\([^)\\n]*\\))?)\\s+)*";

  private static final Pattern TYPE =
      Pattern.compile("(?m)^\\s*" + MODIFIERS + "(?:class|@?interface|record|enum)\\s+(\\w+)");

  /** A type's name before a method's: words of statements are no types. */
  private static final String RETURNS =
      "(?:<[^\\n"
          + "(]*>\\s+)?(?!(?:return|throw|new|else|yield|assert|case)\\b)[\\w.<>\\[\\]?, @&]+?\\s+";

  private final Map<String, List<Path>> files = new HashMap<>();
  private final Path root;

  private SourceTypes(Path root) {
    this.root = root;
  }

  /** Returns the types of the repository at {@code root}. */
  static SourceTypes of(Path root) throws IOException {
    SourceTypes types = new SourceTypes(root);
    for (Path module : Repository.modules()) {
      types.read(module.resolve("src"));
    }
    return types;
  }

  private void read(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    try (Stream<Path> sources = Files.walk(folder)) {
      for (Path file : sources.filter(each -> each.toString().matches(SOURCE)).toList()) {
        Matcher declared = TYPE.matcher(Files.readString(file));
        while (declared.find()) {
          files.computeIfAbsent(declared.group(1), name -> new ArrayList<>()).add(file);
        }
      }
    }
  }

  /** Returns whether a type of that simple name is declared anywhere. */
  boolean has(String simpleName) {
    return files.containsKey(simpleName);
  }

  /** Returns whether a type is declared whose name with package, and with outer types, is this. */
  boolean hasQualified(String name) {
    String simple = name.substring(name.lastIndexOf('.') + 1);
    return files.getOrDefault(simple, List.of()).stream()
        .map(file -> file.toString().replace('\\', '/'))
        .map(file -> file.replaceFirst("^.*/src/(?:main|test|jmh)/java/", "").replace('/', '.'))
        .map(file -> file.substring(0, file.length() - ".java".length()))
        .anyMatch(file -> name.equals(file) || name.startsWith(file + "."));
  }

  /** Returns the files that declare a type of that simple name, for people. */
  String filesOf(String simpleName) {
    return String.join(
        ", ",
        files.getOrDefault(simpleName, List.of()).stream()
            .map(file -> root.relativize(file).toString())
            .toList());
  }

  /** Returns whether a file that declares the type also declares a method of that name. */
  boolean hasMethod(String simpleName, String method) throws IOException {
    return anyFile(simpleName, "(?m)^\\s+" + MODIFIERS + RETURNS + Pattern.quote(method) + "\\(");
  }

  /** Returns whether a file that declares the type also declares a field, constant or component. */
  boolean hasMember(String simpleName, String name) throws IOException {
    return hasMethod(simpleName, name)
        || anyFile(
            simpleName, "(?m)(?:[\\w>\\]] |^ +)" + Pattern.quote(name) + "(?:;| =|,|\\)|\\()");
  }

  private boolean anyFile(String simpleName, String pattern) throws IOException {
    Pattern declaration = Pattern.compile(pattern);
    for (Path file : files.getOrDefault(simpleName, List.of())) {
      if (declaration.matcher(Files.readString(file)).find()) {
        return true;
      }
    }
    return false;
  }
}
