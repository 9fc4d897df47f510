package tutti.rebel.check;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The examples in the language's reference, docs/rebel.md. */
public final class RebelReference {

  private RebelReference() {}

  /** The applications that are right, by the section in which they stand: file names and texts. */
  public static Map<String, Map<String, String>> applications() {
    Map<String, Map<String, String>> applications = new LinkedHashMap<>();
    for (Block block : blocks()) {
      if (block.kind.equals("rebel")) {
        applications
            .computeIfAbsent(block.section, section -> new LinkedHashMap<>())
            .put(block.file(), block.text);
      }
    }
    return applications;
  }

  /** An example with a mistake. */
  public record Mistake(String code, String file, String text) {}

  /** The examples with a mistake. */
  public static List<Mistake> mistakes() {
    List<Mistake> mistakes = new ArrayList<>();
    for (Block block : blocks()) {
      if (block.kind.startsWith("rebel-error ")) {
        String code = block.kind.substring("rebel-error ".length());
        mistakes.add(new Mistake(code, block.file(), block.text));
      }
    }
    return mistakes;
  }

  private record Block(String section, String kind, String text) {
    String file() {
      String first = text.lines().findFirst().orElse("");
      return first.replace("module ", "").strip().replace('.', '/') + ".ebl";
    }
  }

  private static List<Block> blocks() {
    List<Block> blocks = new ArrayList<>();
    String section = "";
    String kind = "";
    StringBuilder text = new StringBuilder();
    for (String line : lines()) {
      if (line.startsWith("```")) {
        if (!kind.isEmpty()) {
          blocks.add(new Block(section, kind, text.toString()));
          text.setLength(0);
          kind = "";
        } else {
          kind = line.length() > 3 ? line.substring(3) : "text";
        }
      } else if (!kind.isEmpty()) {
        text.append(line).append('\n');
      } else if (line.startsWith("## ")) {
        section = line.substring(3);
      }
    }
    return blocks;
  }

  private static List<String> lines() {
    try {
      return Files.readAllLines(Path.of("..", "..", "docs", "rebel.md"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
