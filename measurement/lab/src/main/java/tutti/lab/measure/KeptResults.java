package tutti.lab.measure;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * The results of comparisons by the names of their measurements, in a file of the repository: a
 * later measurement shows by its ratios what has become worse since. Absolute figures are not kept,
 * for only ratios of runs in turn say something on another day.
 */
public final class KeptResults {
  private static final JsonMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();
  private static final String SUFFIX = ".json";

  /**
   * The result of a comparison.
   *
   * @param commit of the code that was measured
   * @param sides {@code a/b}
   * @param figure that the ratio is of: {@code throughput}, or a cost
   */
  public record Kept(String commit, String sides, String figure, Ratio ratio) {
    private boolean moreIsBetter() {
      return figure.equals("throughput");
    }

    /** Returns how this result stands to an earlier one: apart are disjoint intervals. */
    public Change since(Kept earlier) {
      if (!figure.equals(earlier.figure)) {
        return Change.OTHER_FIGURE;
      }
      if (ratio.overlaps(earlier.ratio)) {
        return Change.NONE;
      }
      boolean more = ratio.median() > earlier.ratio.median();
      return more == moreIsBetter() ? Change.BETTER : Change.WORSE;
    }
  }

  /** The change of a result since an earlier one. */
  public enum Change {
    NONE,
    BETTER,
    WORSE,
    OTHER_FIGURE
  }

  private KeptResults() {}

  /**
   * Returns the comparisons whose results {@code --out} has written to a folder.
   *
   * @return by the names of their files, without suffix
   * @throws IOException if the folder cannot be read, or there is no comparison in it
   */
  public static SortedMap<String, Kept> measured(Path folder) throws IOException {
    SortedMap<String, Kept> results = new TreeMap<>();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.filter(each -> each.toString().endsWith(SUFFIX)).toList()) {
        JsonNode root = tree(file);
        String name = file.getFileName().toString();
        for (Map.Entry<String, JsonNode> ratio : root.path("ratios").properties()) {
          results.put(
              name.substring(0, name.length() - SUFFIX.length()),
              new Kept(
                  root.path("commit").asString(""),
                  ratio.getKey(),
                  root.path("parameters").path("ratio-of").asString(""),
                  ratio(ratio.getValue())));
        }
      }
    }
    if (results.isEmpty()) {
      throw new IOException(
          "there is no comparison in "
              + folder
              + ": --compare with --out FILE.json writes one there");
    }
    return results;
  }

  private static JsonNode tree(Path file) throws IOException {
    try {
      return JSON.readTree(Files.readString(file));
    } catch (JacksonException broken) {
      throw new IOException(file + " is no JSON: " + broken.getOriginalMessage(), broken);
    } catch (CharacterCodingException binary) {
      throw new IOException(file + " is no text in UTF-8", binary);
    }
  }

  /** Returns the results of a file that {@link #write} has written; none if there is no file. */
  public static SortedMap<String, Kept> read(Path file) throws IOException {
    SortedMap<String, Kept> results = new TreeMap<>();
    if (Files.exists(file)) {
      for (Map.Entry<String, JsonNode> each : tree(file).properties()) {
        JsonNode kept = each.getValue();
        results.put(
            each.getKey(),
            new Kept(
                kept.path("commit").asString(""),
                kept.path("sides").asString(""),
                kept.path("figure").asString(""),
                ratio(kept)));
      }
    }
    return results;
  }

  private static Ratio ratio(JsonNode node) {
    return new Ratio(
        node.path("median").asDouble(0),
        node.path("low").asDouble(0),
        node.path("high").asDouble(0),
        node.path("pairs").asInt(0));
  }

  /** Writes results to a file, in the order of their names. */
  public static void write(SortedMap<String, Kept> results, Path file) throws IOException {
    ObjectNode root = JSON.createObjectNode();
    results.forEach(
        (name, kept) -> {
          ObjectNode node = root.putObject(name);
          node.put("commit", kept.commit());
          node.put("sides", kept.sides());
          node.put("figure", kept.figure());
          ReportJson.ratio(node, kept.ratio());
        });
    Files.writeString(file, JSON.writeValueAsString(root) + "\n");
  }
}
