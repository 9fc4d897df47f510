package tutti.cli.operate;

import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.JsonNode;
import tutti.cli.command.TextTable;
import tutti.cli.log.VisibleText;

/** The texts that {@code tutti txn} prints for people. */
final class TxnText {
  private static final int MOST_ACTORS = 3;

  /** The name of a single node that has no name: there are no others. */
  private static final String SINGLE = "this";

  private TxnText() {}

  /** A member of an answer, in one line; empty if the member is missing or null. */
  static String text(JsonNode of, String name) {
    JsonNode member = of.path(name);
    return member.isString() ? VisibleText.line(member.stringValue()) : "";
  }

  static void list(PrintWriter out, JsonNode answer) {
    List<List<String>> lines = new ArrayList<>();
    lines.add(
        List.of("TRANSACTION", "NODE", "ROLE", "PROTOCOL", "PHASE", "AGE", "WAITS FOR", "HOLDS"));
    int doubtful = 0;
    for (JsonNode part : answer.path("transactions")) {
      doubtful += part.path("inDoubt").asBoolean() ? 1 : 0;
      lines.add(
          List.of(
              text(part, "transaction"),
              text(part, "node"),
              text(part, "role"),
              text(part, "protocol"),
              phase(part),
              age(answer, text(part, "began")),
              waitsFor(part),
              actors(part)));
    }
    if (lines.size() > 1) {
      TextTable.print(out, lines);
    }
    int parts = lines.size() - 1;
    out.println(
        parts == 0
            ? nothing(answer)
            : "(" + parts + (parts == 1 ? " part" : " parts") + ", " + doubtful + " in doubt)");
    unavailable(out, answer);
    waits(out, answer);
  }

  private static String nothing(JsonNode answer) {
    return answer.path("nodes").valueStream().anyMatch(node -> SINGLE.equals(node.asString("")))
        ? "no irrevocable operation is in progress; all else a single node ends by itself"
        : "nothing is in progress between nodes";
  }

  private static String phase(JsonNode part) {
    return text(part, "phase")
        + (part.path("inDoubt").asBoolean() ? ", in doubt" : "")
        + (part.path("byHand").asBoolean() ? ", resolved by hand" : "");
  }

  private static String waitsFor(JsonNode part) {
    List<String> nodes = new ArrayList<>();
    for (JsonNode other : part.path("others")) {
      if (other.path("waitedFor").asBoolean()) {
        nodes.add(
            text(other, "node") + (other.path("reachable").asBoolean() ? "" : " (unreachable)"));
      }
    }
    return nodes.isEmpty() ? "-" : String.join(", ", nodes);
  }

  private static List<String> actorsOf(JsonNode part) {
    return part.path("actors")
        .valueStream()
        .map(actor -> VisibleText.line(actor.asString("")))
        .toList();
  }

  private static String actors(JsonNode part) {
    List<String> actors = actorsOf(part);
    int more = actors.size() - MOST_ACTORS;
    return actors.isEmpty()
        ? "-"
        : more <= 0
            ? String.join(", ", actors)
            : String.join(", ", actors.subList(0, MOST_ACTORS)) + " and " + more + " more";
  }

  private static String age(JsonNode answer, String began) {
    try {
      Duration age = Duration.between(Instant.parse(began), Instant.parse(text(answer, "at")));
      long seconds = Math.max(0, age.toSeconds());
      return seconds >= 3600
          ? seconds / 3600 + "h " + seconds % 3600 / 60 + "m"
          : seconds >= 60
              ? seconds / 60 + "m " + seconds % 60 + "s"
              : String.format(Locale.ROOT, "%.1fs", Math.max(0, age.toMillis()) / 1000.0);
    } catch (DateTimeParseException unknown) {
      return "-";
    }
  }

  private static void unavailable(PrintWriter out, JsonNode answer) {
    for (JsonNode each : answer.path("unavailable")) {
      out.println("node " + text(each, "node") + " is not in this: " + text(each, "detail"));
    }
  }

  static void show(PrintWriter out, JsonNode answer) {
    out.println("transaction " + text(answer, "transaction"));
    for (JsonNode part : answer.path("parts")) {
      out.println();
      out.printf(
          "node %s, %s under %s: %s%n",
          text(part, "node"), text(part, "role"), text(part, "protocol"), phase(part));
      String began = text(part, "began");
      if (!began.isEmpty()) {
        out.println("  began     " + began + ", " + age(answer, began) + " ago");
      }
      String since = text(part, "since");
      out.println("  so since  " + (since.isEmpty() ? "before this node started" : since));
      List<String> actors = actorsOf(part);
      if (!actors.isEmpty()) {
        out.println("  holds     " + String.join(", ", actors));
      }
      for (JsonNode other : part.path("others")) {
        String waited = other.path("waitedFor").asBoolean() ? "; waited for" : "";
        String reached = other.path("reachable").asBoolean() ? "" : "; cannot be reached";
        out.println(
            "  node " + text(other, "node") + ": " + text(other, "known") + waited + reached);
      }
      out.println(
          "  ends by   "
              + text(part, "endsBy")
              + (part.path("endsByItself").asBoolean() ? "" : ". Not by itself, as things stand"));
    }
    waits(out, answer);
    for (JsonNode each : answer.path("resolved")) {
      out.println();
      out.println(inWords(each));
    }
    unavailable(out, answer);
  }

  private static void waits(PrintWriter out, JsonNode answer) {
    for (JsonNode wait : answer.path("waits")) {
      out.println();
      out.printf(
          Locale.ROOT,
          "%s on node %s, at %s for %.1fs: %s%n",
          text(wait, "transaction"),
          text(wait, "node"),
          text(wait, "actor"),
          wait.path("seconds").asDouble(),
          text(wait, "how"));
      for (JsonNode before : wait.path("before")) {
        out.println("  before it  " + VisibleText.line(before.asString("")));
      }
    }
  }

  static void resolved(PrintWriter out, JsonNode answer) {
    if (answer.path("transactions").isEmpty()) {
      out.println("nothing was ever resolved by hand");
    }
    answer.path("transactions").forEach(each -> out.println(inWords(each)));
    unavailable(out, answer);
  }

  /** The words for a resolution by hand and its consequence. */
  static String inWords(JsonNode each) {
    String state = text(each, "state");
    String truth =
        switch (state) {
          case "heuristic-hazard" ->
              text(each, "node").equals(SINGLE)
                  ? "no other node has a part of it; --resolved lists it once it has ended"
                  : "how the others end it is not known yet";
          case "heuristic-mixed" ->
              "WRONG: the transaction was %s, as became known at %s"
                  .formatted(text(each, "ended"), text(each, "learnt"));
          default -> "right: the transaction was " + text(each, "ended");
        };
    List<String> words = new ArrayList<>();
    for (String name : List.of("transaction", "byHand", "node", "at", "by", "reason")) {
      words.add(text(each, name));
    }
    return "%s: %s on node %s at %s by %s (%s), ".formatted(words.toArray())
        + "%s\n  %s: %s".formatted(actors(each), state, truth);
  }
}
