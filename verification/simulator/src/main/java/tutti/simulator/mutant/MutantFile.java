package tutti.simulator.mutant;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tutti.simulator.mutant.Mutant.Change;
import tutti.simulator.mutant.Mutant.Edit;

/**
 * A reader of the text of a mutant: a header of {@code key: value} lines, and for each source file
 * the texts that are replaced in it.
 *
 * <pre>
 * breaks: A Yes is sent before it is durable.
 * from: EasyCommit's Figure 5b sends first
 * expected: agreement, durable
 * caught-by: two-phase-commit.I6
 * runs: 200
 * flags: --nodes 3 --workload bank
 *
 * --- core/engine/src/main/java/tutti/engine/distribution/member/Branch.java
 * &lt;&lt;&lt;&lt;
 * whenDurable(voteLsn, Entry.VOTE);
 * ====
 * persisted(true, Entry.VOTE);
 * &gt;&gt;&gt;&gt;
 * </pre>
 *
 * <p>All keys must be there, each once. A further key, {@code control}, names source files of a
 * concurrency control that the runs choose beside Tutti's own, with blanks between them: first that
 * of its kind. The text before {@code ====} is in the source exactly once; blanks and line breaks
 * in it count as equal. An empty line, and one that begins with {@code #}, is skipped outside of a
 * replaced text.
 */
final class MutantFile {
  private static final Set<String> KEYS =
      Set.of("breaks", "from", "expected", "caught-by", "runs", "flags", "control");

  private static final Pattern HEADER = Pattern.compile("([a-z-]+):\\s*(.*)");
  private static final Pattern SOURCE =
      Pattern.compile("--- [a-z]+/[a-z]+/src/main/java/((?:\\w+/)+\\w+)\\.java");

  private final String name;
  private final List<String> lines;
  private final Map<String, String> header = new LinkedHashMap<>();
  private final Map<String, List<Edit>> edits = new LinkedHashMap<>();
  private int at;

  private MutantFile(String name, String text) {
    this.name = name;
    this.lines = text.lines().toList();
  }

  /**
   * Returns the mutant that a text describes.
   *
   * @param name of the mutant: its file's name
   * @param mechanism that it is in: its folder's name
   * @throws IllegalArgumentException if the text is no mutant: the message names the line
   */
  static Mutant parse(String name, Mechanism mechanism, String text) {
    return new MutantFile(name, text).mutant(mechanism);
  }

  private Mutant mutant(Mechanism mechanism) {
    List<Edit> ofFile = List.of();
    for (at = 0; at < lines.size(); at++) {
      String line = lines.get(at).strip();
      Matcher source = SOURCE.matcher(line);
      if (source.matches()) {
        String className = source.group(1).replace('/', '.');
        ofFile = edits.computeIfAbsent(className, _ -> new ArrayList<>());
      } else if (line.equals("<<<<")) {
        if (edits.isEmpty()) {
          throw wrong(
              "a line '--- group/module/src/main/java/….java' must say first which file it is");
        }
        ofFile.add(new Edit(until("===="), until(">>>>")));
      } else if (!line.isEmpty() && !line.startsWith("#")) {
        header(line);
      }
    }
    return made(mechanism);
  }

  private void header(String line) {
    Matcher matcher = HEADER.matcher(line);
    if (!matcher.matches() || !KEYS.contains(matcher.group(1)) || !edits.isEmpty()) {
      throw wrong(
          "'%s' is neither one of %s with a value, above all replaced texts, nor '--- FILE.java', nor '<<<<'"
              .formatted(line, KEYS.stream().sorted().toList()));
    }
    if (header.put(matcher.group(1), matcher.group(2)) != null) {
      throw wrong("'" + matcher.group(1) + "' is there twice");
    }
  }

  /** Returns the lines up to one that ends them, which is passed. */
  private String until(String end) {
    List<String> text = new ArrayList<>();
    for (at++; at < lines.size(); at++) {
      String line = lines.get(at);
      if (line.strip().equals(end)) {
        return String.join("\n", text);
      }
      text.add(line);
    }
    throw wrong("there is no '" + end + "'");
  }

  private Mutant made(Mechanism mechanism) {
    at = 0;
    return new Mutant(
        name,
        mechanism,
        value("breaks"),
        value("from"),
        words("expected", ","),
        value("caught-by"),
        new Mutant.Hunt(
            runs(),
            words("flags", "\\s+"),
            header.containsKey("control") ? words("control", "\\s+") : List.of()),
        edits.entrySet().stream()
            .map(each -> new Change(each.getKey(), List.copyOf(each.getValue())))
            .toList());
  }

  private String value(String key) {
    String value = header.getOrDefault(key, "").strip();
    if (value.isEmpty()) {
      throw wrong("'" + key + ":' is missing, or has no value");
    }
    return value;
  }

  private List<String> words(String key, String between) {
    return Stream.of(value(key).split(between)).map(String::strip).toList();
  }

  private int runs() {
    try {
      return Integer.parseInt(value("runs"));
    } catch (NumberFormatException notANumber) {
      throw wrong("'runs:' must be a number");
    }
  }

  private IllegalArgumentException wrong(String why) {
    return new IllegalArgumentException(
        "mutant " + name + ", line " + Math.min(at + 1, lines.size()) + ": " + why);
  }
}
