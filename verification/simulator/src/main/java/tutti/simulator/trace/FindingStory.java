package tutti.simulator.trace;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.distribution.message.MessageInWords;
import tutti.model.ActorId;
import tutti.model.Call;

/** The steps of a run that a finding is about, and the meaning of messages. */
final class FindingStory {
  private static final Pattern NAME = Pattern.compile("\\d+-(?:\\d+|[a-z]+)-\\d+(?:-\\d+)?");

  /** The number of the newest transactions that changed an actor that a finding names. */
  private static final int NEWEST_OF_ACTOR = 5;

  /** The messages of clients that look when all is over. */
  private static final Set<String> ASKED_AFTERWARDS = Set.of("Status?", "Stands", "List", "Items");

  private final Transcript transcript;
  private final Function<byte[], MessageInWords> reader;
  private final Map<Long, MessageInWords> spoken = new HashMap<>();

  /** The transactions of asks, by the asks' numbers. */
  private final Map<Long, TransactionId> asked = new HashMap<>();

  /** The transactions that the finding names, or that used the actors that it names. */
  private final Set<TransactionId> concerned = new LinkedHashSet<>();

  private final Set<ActorId> actors = new TreeSet<>();

  FindingStory(Transcript transcript) {
    this.transcript = transcript;
    reader = transcript.reader();
    Map<String, TransactionId> byKey = new HashMap<>();
    for (TraceStep step : transcript.steps()) {
      note(step.event(), byKey);
    }
    for (TraceStep step : transcript.steps()) {
      if (step.event() instanceof TraceEvent.Asked ask && ask.key() != null) {
        TransactionId id = byKey.get(ask.key());
        if (id != null) {
          asked.putIfAbsent(ask.ask(), id);
        }
      }
    }
    findConcerned();
  }

  private void note(TraceEvent event, Map<String, TransactionId> byKey) {
    switch (event) {
      case TraceEvent.Sent sent -> spoken.put(sent.message(), reader.apply(sent.bytes()));
      case TraceEvent.Answered answered -> {
        TransactionId id = answered.transaction();
        if (id != null) {
          asked.put(answered.ask(), id);
        }
      }
      case TraceEvent.Decided decided -> {
        String key = decided.key();
        if (key != null) {
          byKey.put(key, decided.transaction());
        }
      }
      default -> {}
    }
  }

  private void findConcerned() {
    String text = String.join("\n", transcript.findings());
    concerned.addAll(named(text));
    Map<ActorId, List<TransactionId>> writers = new HashMap<>();
    for (TraceStep step : transcript.steps()) {
      actorsOf(step.event())
          .forEach(actor -> writers.computeIfAbsent(actor, a -> new ArrayList<>()));
      if (step.event() instanceof TraceEvent.Took took) {
        writers.computeIfAbsent(took.actor(), a -> new ArrayList<>()).add(took.transaction());
      }
    }
    writers.forEach(
        (actor, ids) -> {
          if (text.contains(actor.toString())) {
            actors.add(actor);
          }
        });
    if (concerned.isEmpty()) {
      concerned.addAll(new Losses(transcript.steps()).of(actors));
    }
    if (concerned.isEmpty()) {
      for (ActorId actor : actors) {
        List<TransactionId> ids = writers.getOrDefault(actor, List.of());
        concerned.addAll(ids.subList(Math.max(0, ids.size() - NEWEST_OF_ACTOR), ids.size()));
      }
    }
  }

  private static List<TransactionId> named(String text) {
    List<TransactionId> named = new ArrayList<>();
    Matcher matcher = NAME.matcher(text);
    while (matcher.find()) {
      TransactionId id = TransactionId.parse(matcher.group());
      if (id != null) {
        named.add(id);
      }
    }
    return named;
  }

  /** Returns the transactions that the findings are about; empty if the findings name none. */
  Set<TransactionId> concerned() {
    return concerned;
  }

  /** Returns the actors that the findings name. */
  Set<ActorId> actors() {
    return actors;
  }

  /** Returns the meaning of a message. */
  MessageInWords spoken(TraceEvent.OfMessage event) {
    return spoken.computeIfAbsent(event.message(), unsent -> reader.apply(event.bytes()));
  }

  /** Returns the transactions that an event is about. */
  Collection<TransactionId> about(TraceEvent event) {
    return switch (event) {
      case TraceEvent.OfMessage it -> spoken(it).about();
      case TraceEvent.OfAsk it -> ofAsk(it.ask());
      case TraceEvent.Voted it -> List.of(it.key().id());
      case TraceEvent.Decided it -> List.of(it.transaction());
      case TraceEvent.Ended it -> List.of(it.key().id());
      case TraceEvent.Took it -> List.of(it.transaction());
      case TraceEvent.Saw it -> List.of(it.transaction());
      case TraceEvent.Broken it -> named(it.what());
      default -> List.of();
    };
  }

  private List<TransactionId> ofAsk(long ask) {
    TransactionId id = asked.get(ask);
    return id == null ? List.of() : List.of(id);
  }

  /** Returns the actors that an event names. */
  Set<ActorId> actorsOf(TraceEvent event) {
    Set<ActorId> found = new HashSet<>();
    switch (event) {
      case TraceEvent.Took it -> found.add(it.actor());
      case TraceEvent.Saw it -> found.add(it.actor());
      case TraceEvent.Voted it -> it.acts().stream().map(Call::target).forEach(found::add);
      case TraceEvent.Decided it -> it.acts().stream().map(Call::target).forEach(found::add);
      default -> {}
    }
    return found;
  }

  /**
   * Returns whether the event is a question, or an answer, of the clients that look when all is
   * over.
   */
  boolean asksAfterwards(TraceEvent event) {
    return event instanceof TraceEvent.OfMessage it && ASKED_AFTERWARDS.contains(spoken(it).name());
  }

  /** Returns whether an event is one of the findings' story. */
  boolean concerns(TraceEvent event) {
    for (TransactionId id : about(event)) {
      if (concerned.contains(id)) {
        return true;
      }
    }
    return false;
  }
}
