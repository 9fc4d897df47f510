package tutti.rebel.analyze;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import tutti.rebel.compile.RebelAction;
import tutti.rebel.compile.RebelApplication;
import tutti.rebel.compile.RebelType;
import tutti.rebel.compile.ToldFootprint;
import tutti.rebel.typed.CheckedApplication;
import tutti.rebel.typed.CheckedCall;
import tutti.rebel.typed.CheckedCondition;
import tutti.rebel.typed.CheckedEvent;
import tutti.rebel.typed.CheckedSpecification;
import tutti.rebel.typed.CheckedSync;
import tutti.rebel.typed.Typed;
import tutti.rebel.typed.TypedTrees;

/**
 * Finds the fields that events read and write, the events that they sync with, and their
 * footprints.
 */
public final class EventAnalysis {
  private final CheckedApplication application;
  private final CheckedSpecification specification;
  private final CheckedEvent event;
  private final Set<String> reads = new LinkedHashSet<>();
  private final Set<EventSummary.Look> looks = new LinkedHashSet<>();
  private final List<EventSummary.Partner> partners = new ArrayList<>();

  private EventAnalysis(
      CheckedApplication application, CheckedSpecification specification, CheckedEvent event) {
    this.application = application;
    this.specification = specification;
    this.event = event;
  }

  /**
   * Returns summaries of the events of an application, by specification and in the order of the
   * text.
   */
  public static List<EventSummary> of(RebelApplication application) {
    List<EventSummary> summaries = new ArrayList<>();
    for (RebelType type : application.specifications()) {
      type.events().forEach(action -> summaries.add(of(application, action)));
    }
    return summaries;
  }

  /** Returns the summary of one event. */
  public static EventSummary of(RebelApplication application, RebelAction action) {
    CheckedSpecification specification =
        application.checked().specifications().stream()
            .filter(candidate -> candidate.name().equals(action.type().name()))
            .findFirst()
            .orElseThrow();
    CheckedEvent event = specification.events().get(action.index());
    return new EventAnalysis(application.checked(), specification, event).summary(action);
  }

  private EventSummary summary(RebelAction action) {
    expressions(event).forEach(expression -> TypedTrees.walk(expression, this::note));
    follow(event, new ArrayDeque<>());
    ToldFootprint told = action.footprint();
    return new EventSummary(
        specification.name(),
        event.name(),
        action.internal(),
        event.documentation(),
        event.transitions().stream().map(this::transition).toList(),
        List.copyOf(reads),
        event.effects().stream().map(effect -> field(effect.field())).toList(),
        List.copyOf(looks),
        partners,
        told.footprint(),
        told.reason(),
        action.linear() != null);
  }

  private String transition(CheckedEvent.Transition transition) {
    List<String> stages = specification.stages();
    return stages.get(transition.from()) + " -> " + stages.get(transition.to());
  }

  private String field(int index) {
    return specification.fields().get(index).name();
  }

  private static Stream<Typed> expressions(CheckedEvent event) {
    return Stream.of(
            event.preconditions().stream().map(CheckedCondition::expression),
            event.effects().stream().map(CheckedEvent.Effect::value),
            event.checks().stream().map(CheckedCondition::expression),
            event.sync().stream().map(CheckedSync::key),
            event.sync().stream().flatMap(sync -> sync.arguments().stream()),
            event.calls().stream().map(CheckedCall::key),
            event.calls().stream().flatMap(call -> call.arguments().stream()))
        .flatMap(stream -> stream);
  }

  private void note(Typed expression) {
    if (expression instanceof Typed.ThisField read) {
      reads.add(read.name());
    }
    if (expression instanceof Typed.OfCaller read) {
      reads.add("caller." + read.part().name().toLowerCase(Locale.ROOT));
    }
    if (expression instanceof Typed.OtherField other) {
      look(other.specification(), other.key(), other.name());
    }
    if (expression instanceof Typed.OtherInStages other) {
      look(other.specification(), other.key(), states(other.specification(), other.stages()));
    }
  }

  private void look(int target, Typed key, String what) {
    String name = application.specifications().get(target).name();
    looks.add(new EventSummary.Look(name, key.span().oneLine(), what));
  }

  private String states(int target, long stages) {
    List<String> names = application.specifications().get(target).stages();
    List<String> chosen = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      if ((stages >>> i & 1) != 0) {
        chosen.add(names.get(i));
      }
    }
    return "in state " + String.join(", ", chosen);
  }

  /**
   * Lists the partners of an event, and their partners.
   *
   * @param way the events that led here
   */
  private void follow(CheckedEvent from, Deque<CheckedEvent> way) {
    way.push(from);
    for (CheckedSync sync : from.sync()) {
      CheckedSpecification target = application.specifications().get(sync.specification());
      CheckedEvent partner = target.events().get(sync.event());
      boolean recursive = way.contains(partner);
      partners.add(
          new EventSummary.Partner(
              way.size() - 1,
              target.name(),
              sync.key().span().oneLine(),
              partner.name(),
              sync.negated(),
              recursive));
      if (!recursive) {
        follow(partner, way);
      }
    }
    for (CheckedCall call : from.calls()) {
      partners.add(
          new EventSummary.Partner(
              way.size() - 1,
              call.actor(),
              call.key().span().oneLine(),
              call.procedure().name(),
              false,
              false));
    }
    way.pop();
  }
}
