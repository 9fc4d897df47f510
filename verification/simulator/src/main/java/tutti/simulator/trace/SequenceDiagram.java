package tutti.simulator.trace;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * The last steps of a run as a sequence diagram in text: time goes down, clients and nodes are
 * columns, messages are arrows. For a run that went wrong it shows the steps of the findings.
 */
public final class SequenceDiagram {
  private static final int TIME = 21;
  private static final int LEAST_DETAIL = 52;
  private static final int WIDEST_COLUMN = 23;
  private static final List<String> LEGEND =
      List.of(
          "╌╌▷ leaves   ──▶ arrives   ╌╌✗ is lost   ✖ crash   ▲ start   ■ stop   ⚡ fault   ⚠ disk  "
              + " ‼ broken",
          "◇ a vote is in the log   ◆ a decision is in the log   ⤓ it is safe there   □ a branch"
              + " ends   ✔ takes effect   ◉ relies on");

  private final Transcript transcript;
  private final FindingStory story;
  private final int width;
  private final int column;
  private final boolean[] up;
  private final List<String> lines = new ArrayList<>();

  private SequenceDiagram(Transcript transcript, int width) {
    this.transcript = transcript;
    this.story = new FindingStory(transcript);
    this.width = width;
    int columns = transcript.nodes() + 1;
    column = Math.clamp((width - TIME - LEAST_DETAIL) / columns, 12, WIDEST_COLUMN);
    up = new boolean[transcript.nodes()];
  }

  /**
   * Draws the diagram.
   *
   * @param most the largest number of steps, of which the newest are drawn
   * @param width the width of a line, in characters; 100 at least, 150 is good for five nodes
   */
  public static List<String> draw(Transcript transcript, int most, int width) {
    return new SequenceDiagram(transcript, width).draw(most);
  }

  private List<String> draw(int most) {
    List<TraceStep> chosen = new Scenes(story).choose(transcript.steps(), most);
    if (chosen.isEmpty()) {
      return List.of("(nothing was kept)");
    }
    header();
    TraceStep first = chosen.getFirst();
    transcript.steps().stream().takeWhile(step -> step != first).forEach(this::follow);
    for (int i = 0; i < chosen.size(); i++) {
      TraceStep step = chosen.get(i);
      TraceStep next = i + 1 < chosen.size() ? chosen.get(i + 1) : null;
      follow(step);
      if (next != null && arrivesAtOnce(step, next)) {
        row(next, 1 + from(step.event()), 1 + to(step.event()), '─', '▶');
        i++;
      } else {
        row(step);
      }
    }
    lines.addAll(LEGEND);
    return lines;
  }

  /**
   * Returns whether a message's arrival is the next step to draw: then the message is one arrow.
   */
  private static boolean arrivesAtOnce(TraceStep step, TraceStep next) {
    return step.event() instanceof TraceEvent.Sent sent
        && next.event() instanceof TraceEvent.Arrived arrived
        && sent.message() == arrived.message()
        && !arrived.late();
  }

  private static int from(TraceEvent event) {
    return event instanceof TraceEvent.Sent sent ? sent.from() : 0;
  }

  private static int to(TraceEvent event) {
    return event instanceof TraceEvent.Sent sent ? sent.to() : 0;
  }

  private void follow(TraceStep step) {
    switch (step.event()) {
      case TraceEvent.Up it -> up[it.node()] = true;
      case TraceEvent.Crashed it -> up[it.node()] = false;
      case TraceEvent.Stopped it -> up[it.node()] = false;
      default -> {}
    }
  }

  private int center(int lane) {
    return TIME + 3 + lane * column;
  }

  private int end() {
    return TIME + (transcript.nodes() + 1) * column;
  }

  private void header() {
    char[] line = blank();
    put(line, 0, "     seconds   event");
    put(line, center(0) - 2, "clients");
    for (int node = 0; node < transcript.nodes(); node++) {
      put(line, center(node + 1) - 2, "node " + node);
    }
    lines.add(new String(line).stripTrailing());
  }

  private void row(TraceStep step) {
    switch (step.event()) {
      case TraceEvent.Sent it -> row(step, 1 + it.from(), 1 + it.to(), '╌', '▷');
      case TraceEvent.Lost it -> row(step, 1 + it.from(), 1 + it.to(), '╌', '✗');
      case TraceEvent.Arrived it -> row(step, 1 + it.from(), 1 + it.to(), '─', '▶');
      case TraceEvent.Asked it -> row(step, 0, 1 + it.node(), '─', '▶');
      case TraceEvent.Answered it -> row(step, 1 + it.node(), 0, '─', '▶');
      case TraceEvent.OfFault it -> local(step, 1 + it.nodes().getFirst());
      case TraceEvent.Note _ -> local(step, 0);
      case TraceEvent.Snapshot _ -> {}
      case TraceEvent.AtNode it -> local(step, 1 + it.node());
    }
  }

  /** Draws an arrow from one lane to another. */
  private void row(TraceStep step, int from, int to, char stroke, char head) {
    char[] line = lifelines(step);
    Words words = Words.of(step.event(), story);
    int low = center(Math.min(from, to)) + 1;
    int high = center(Math.max(from, to)) - 1;
    Arrays.fill(line, low, high + 1, stroke);
    if (from < to) {
      line[high] = head;
    } else {
      line[low] = head == '▶' ? '◀' : head == '▷' ? '◁' : head;
    }
    String label = fit(words.name(), high - low - 3);
    put(line, low + Math.max(1, (high - low + 1 - label.length()) / 2), label);
    detail(line, words.detail());
  }

  /** Draws an event of one lane. */
  private void local(TraceStep step, int lane) {
    char[] line = lifelines(step);
    Words words = Words.of(step.event(), story);
    put(line, center(lane), words.sign());
    put(line, center(lane) + 2, fit(words.name(), end() - center(lane) - 2));
    detail(line, words.detail());
  }

  private char[] lifelines(TraceStep step) {
    char[] line = blank();
    put(line, 0, String.format(Locale.ROOT, "%12.6f %7s", step.nanos() / 1e9, "#" + step.number()));
    line[center(0)] = '│';
    for (int node = 0; node < transcript.nodes(); node++) {
      line[center(node + 1)] = up[node] ? '│' : ' ';
    }
    return line;
  }

  private char[] blank() {
    char[] line = new char[width];
    Arrays.fill(line, ' ');
    return line;
  }

  private void detail(char[] line, String detail) {
    put(line, end(), fit(detail, width - end()));
    lines.add(new String(line).stripTrailing());
  }

  private static String fit(String text, int room) {
    return text.length() <= room ? text : text.substring(0, Math.max(0, room - 1)) + "…";
  }

  private static void put(char[] line, int at, String text) {
    for (int i = 0; i < text.length() && at + i < line.length; i++) {
      line[at + i] = text.charAt(i);
    }
  }
}
