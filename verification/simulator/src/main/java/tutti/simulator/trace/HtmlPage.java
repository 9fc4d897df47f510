package tutti.simulator.trace;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tutti.engine.node.ActorView;
import tutti.model.text.JsonText;

/**
 * A run as one HTML file that needs nothing else: a sequence diagram to scroll, search and filter,
 * and at a click the contents of a node's lock tables and log at that moment.
 */
public final class HtmlPage {
  private static final String DATA = "/*DATA*/";

  private final FindingStory story;
  private final Transcript transcript;

  private HtmlPage(Transcript transcript) {
    this.transcript = transcript;
    this.story = new FindingStory(transcript);
  }

  /** Returns the whole file. */
  public static String of(Transcript transcript) {
    return template().replace(DATA, new HtmlPage(transcript).data());
  }

  private static String template() {
    try (InputStream in = HtmlPage.class.getResourceAsStream("page.html")) {
      if (in == null) {
        throw new IllegalStateException("page.html is missing from the jar");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the page's data as JSON; no character in it can end the script or a line of it. */
  private String data() {
    Map<String, Object> data = new LinkedHashMap<>();
    data.put("seed", transcript.seed());
    data.put("replay", transcript.replay());
    data.put("deployment", transcript.deployment());
    data.put("digest", transcript.digest());
    data.put("nodes", transcript.nodes());
    data.put("forgotten", transcript.forgotten());
    data.put("findings", transcript.findings());
    data.put("concerned", texts(story.concerned()));
    data.put("actors", texts(story.actors()));
    data.put("events", transcript.steps().stream().map(this::event).toList());
    return JsonText.of(data)
        .replace("<", "\\u003c")
        .replace(">", "\\u003e")
        .replace("\u2028", "\\u2028")
        .replace("\u2029", "\\u2029");
  }

  private static List<String> texts(Collection<?> values) {
    return values.stream().map(Object::toString).toList();
  }

  private Map<String, Object> event(TraceStep step) {
    TraceEvent event = step.event();
    Words words = Words.of(event, story);
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("n", step.number());
    json.put("t", step.nanos());
    json.put("k", event.getClass().getSimpleName());
    if (story.asksAfterwards(event)) {
      json.put("check", true);
    }
    places(json, event);
    if (event instanceof TraceEvent.Snapshot snapshot) {
      json.put("changed", snapshot.changed().stream().map(HtmlPage::view).toList());
      json.put("gone", texts(snapshot.gone()));
    } else {
      json.put("sign", words.sign());
      json.put("name", words.name());
      json.put("text", words.detail());
      List<String> about = texts(story.about(event));
      if (!about.isEmpty()) {
        json.put("tx", about);
      }
    }
    return json;
  }

  /** Writes the lanes of an event: lane 0 is the clients, lane 1 is node 0. */
  private static void places(Map<String, Object> json, TraceEvent event) {
    switch (event) {
      case TraceEvent.Note _ -> json.put("a", 0);
      case TraceEvent.OfMessage it -> lanes(json, 1 + it.from(), 1 + it.to(), it.message());
      case TraceEvent.OfFault it -> {
        json.put("a", 1 + it.nodes().getFirst());
        json.put("fault", it.what() + it.nodes());
        json.put("on", texts(it.nodes()));
      }
      case TraceEvent.Asked it -> lanes(json, 0, 1 + it.node(), it.ask());
      case TraceEvent.Answered it -> lanes(json, 1 + it.node(), 0, it.ask());
      case TraceEvent.AtNode it -> json.put("a", 1 + it.node());
    }
    switch (event) {
      case TraceEvent.Arrived it -> json.put("late", it.late());
      case TraceEvent.Written it -> json.put("file", it.file());
      case TraceEvent.Forced it -> json.put("file", it.file());
      case TraceEvent.Asked it -> json.put("client", it.client());
      case TraceEvent.Answered it -> {
        json.put("client", it.client());
        json.put("good", it.good());
      }
      case TraceEvent.Ended it -> json.put("good", it.committed());
      case TraceEvent.Broken _ -> json.put("good", false);
      default -> {}
    }
  }

  private static void lanes(Map<String, Object> json, int from, int to, long message) {
    json.put("a", from);
    json.put("b", to);
    json.put("m", message);
  }

  private static Map<String, Object> view(ActorView view) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("actor", view.actor().toString());
    json.put("state", view.state().toString());
    json.put("version", view.version());
    json.put("uses", view.uses());
    return json;
  }
}
