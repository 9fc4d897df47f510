package tutti.simulator.trace;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import tutti.engine.node.ActorView;
import tutti.model.ActorId;

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

  private String data() {
    List<String> actors = story.actors().stream().map(ActorId::toString).toList();
    return new Json()
        .open('{')
        .field("seed", transcript.seed())
        .field("replay", transcript.replay())
        .field("deployment", transcript.deployment())
        .field("digest", transcript.digest())
        .field("nodes", transcript.nodes())
        .field("forgotten", transcript.forgotten())
        .field("findings", transcript.findings())
        .field("concerned", story.concerned().stream().map(Object::toString).toList())
        .field("actors", actors)
        .name("events")
        .text(events())
        .close('}')
        .toString();
  }

  private String events() {
    Json json = new Json().open('[');
    for (Step step : transcript.steps()) {
      event(json.next(), step);
    }
    return json.close(']').toString();
  }

  private void event(Json json, Step step) {
    TraceEvent event = step.event();
    Words words = Words.of(event, story);
    json.open('{')
        .field("n", step.number())
        .field("t", step.nanos())
        .field("k", event.getClass().getSimpleName());
    if (story.asksAfterwards(event)) {
      json.field("check", true);
    }
    places(json, event);
    if (event instanceof TraceEvent.Snapshot snapshot) {
      json.name("changed").text(views(snapshot.changed()));
      json.field("gone", snapshot.gone().stream().map(ActorId::toString).toList());
    } else {
      json.field("sign", words.sign()).field("name", words.name()).field("text", words.detail());
      List<String> about = story.about(event).stream().map(Object::toString).toList();
      if (!about.isEmpty()) {
        json.field("tx", about);
      }
    }
    json.close('}');
  }

  /** Writes the lanes of an event: lane 0 is the clients, lane 1 is node 0. */
  private static void places(Json json, TraceEvent event) {
    switch (event) {
      case TraceEvent.Note it -> json.field("a", 0);
      case TraceEvent.Sent it -> message(json, it.message(), it.from(), it.to());
      case TraceEvent.Lost it -> message(json, it.message(), it.from(), it.to());
      case TraceEvent.Arrived it -> {
        message(json, it.message(), it.from(), it.to());
        json.field("late", it.late());
      }
      case TraceEvent.Up it -> node(json, it.node());
      case TraceEvent.Crashed it -> node(json, it.node());
      case TraceEvent.Stopped it -> node(json, it.node());
      case TraceEvent.Written it -> node(json, it.node()).field("file", it.file());
      case TraceEvent.Forced it -> node(json, it.node()).field("file", it.file());
      case TraceEvent.DiskFailed it -> node(json, it.node());
      case TraceEvent.FaultBegan it -> fault(json, it.what(), it.nodes());
      case TraceEvent.FaultEnded it -> fault(json, it.what(), it.nodes());
      case TraceEvent.Asked it -> ask(json, it.ask(), it.client(), 0, 1 + it.node());
      case TraceEvent.Answered it ->
          ask(json, it.ask(), it.client(), 1 + it.node(), 0).field("good", it.good());
      case TraceEvent.Voted it -> node(json, it.node());
      case TraceEvent.Decided it -> node(json, it.node());
      case TraceEvent.Ended it -> node(json, it.node()).field("good", it.committed());
      case TraceEvent.Took it -> node(json, it.node());
      case TraceEvent.Saw it -> node(json, it.node());
      case TraceEvent.Broken it -> node(json, it.node()).field("good", false);
      case TraceEvent.Snapshot it -> node(json, it.node());
    }
  }

  private static Json node(Json json, int node) {
    return json.field("a", 1 + node);
  }

  private static void message(Json json, long number, int from, int to) {
    json.field("a", 1 + from).field("b", 1 + to).field("m", number);
  }

  private static Json ask(Json json, long number, String client, int from, int to) {
    return json.field("a", from).field("b", to).field("m", number).field("client", client);
  }

  private static void fault(Json json, String what, List<Integer> nodes) {
    json.field("a", 1 + nodes.getFirst())
        .field("fault", what + nodes)
        .field("on", nodes.stream().map(node -> Integer.toString(node)).toList());
  }

  private static String views(List<ActorView> views) {
    Json json = new Json().open('[');
    for (ActorView view : views) {
      json.next()
          .open('{')
          .field("actor", view.actor().toString())
          .field("state", view.state().toString())
          .field("version", view.version())
          .field("uses", new ArrayList<>(view.uses()))
          .close('}');
    }
    return json.close(']').toString();
  }
}
