package tutti.rebel.analyze;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import tutti.rebel.compile.RebelAction;
import tutti.rebel.compile.RebelApplication;
import tutti.rebel.compile.RebelType;
import tutti.rebel.typed.CheckedApplication;
import tutti.rebel.typed.CheckedCall;
import tutti.rebel.typed.CheckedCondition;
import tutti.rebel.typed.CheckedEvent;
import tutti.rebel.typed.CheckedSpecification;
import tutti.rebel.typed.CheckedSync;
import tutti.rebel.typed.Typed;
import tutti.rebel.typed.TypedTrees;

/** Finds the fields that events read and write, and the events that they sync with. */
public final class EventAnalysis {
  private final CheckedApplication application;
  private final CheckedSpecification specification;
  private final CheckedEvent event;
  private final Set<String> reads = new LinkedHashSet<>();
  private final Set<EventSummary.Look> looks = new LinkedHashSet<>();
  private final List<EventSummary.Partner> partners = new ArrayList<>();
  private Shape shape = Shape.ONE_SHOT;
  private String reason;

  private EventAnalysis(
      CheckedApplication application, CheckedSpecification specification, CheckedEvent event) {
    this.application = application;
    this.specification = specification;
    this.event = event;
    this.reason = "it touches nothing but its own instance";
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
    return new EventAnalysis(application.checked(), specification, event)
        .summary(action.linear() != null);
  }

  private EventSummary summary(boolean linear) {
    expressions(event).forEach(expression -> TypedTrees.walk(expression, this::note));
    boolean[] known = new boolean[event.parameters().size()];
    Arrays.fill(known, true);
    follow(specification, event, known, new ArrayDeque<>());
    return new EventSummary(
        specification.name(),
        event.name(),
        event.documentation(),
        event.transitions().stream().map(this::transition).toList(),
        List.copyOf(reads),
        event.effects().stream().map(effect -> field(effect.field())).toList(),
        List.copyOf(looks),
        partners,
        shape,
        reason,
        linear);
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
   * Follows the instances that an event touches.
   *
   * @param known which parameters the request determines
   * @param way the events that led here
   */
  private void follow(
      CheckedSpecification type, CheckedEvent from, boolean[] known, Deque<CheckedEvent> way) {
    way.push(from);
    expressions(from)
        .forEach(expression -> TypedTrees.walk(expression, part -> touchSeen(type, part, known)));
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
      touch(type, target, sync.key(), known);
      if (!recursive) {
        boolean[] passed = new boolean[sync.arguments().size()];
        for (int i = 0; i < passed.length; i++) {
          passed[i] = known(type, sync.arguments().get(i), known, false);
        }
        follow(target, partner, passed, way);
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
      if (shape != Shape.DYNAMIC) {
        shape = Shape.DYNAMIC;
        reason =
            "what the procedure %s.%s touches is only known when it runs"
                .formatted(call.actor(), call.procedure().name());
      }
    }
    way.pop();
  }

  private void touchSeen(CheckedSpecification type, Typed expression, boolean[] known) {
    if (expression instanceof Typed.OtherField other) {
      touch(type, application.specifications().get(other.specification()), other.key(), known);
    }
    if (expression instanceof Typed.OtherInStages other) {
      touch(type, application.specifications().get(other.specification()), other.key(), known);
    }
  }

  private void touch(
      CheckedSpecification type, CheckedSpecification target, Typed key, boolean[] known) {
    boolean told = known(type, key, known, false);
    Shape here = told ? Shape.KNOWN_KEYS : Shape.DYNAMIC;
    if (here.compareTo(shape) > 0) {
      String other = target.name() + "[" + key.span().oneLine() + "]";
      reason =
          told
              ? "the request tells every instance it touches, " + other + " among them"
              : "which instance " + other + " is, is only known when " + type.name() + " is read";
      shape = shape.or(here);
    }
  }

  /**
   * Whether the request alone determines a value. If it determines an instance, it determines its
   * key too.
   *
   * @param locals whether the variables of comprehensions and quantifiers are known
   */
  private static boolean known(
      CheckedSpecification type, Typed expression, boolean[] parameters, boolean locals) {
    boolean here =
        switch (expression) {
          case Typed.Param param -> parameters[param.index()];
          case Typed.ThisField field -> field.field() == type.key();
          case Typed.Local _ -> locals;
          case Typed.NewField _ -> false;
          case Typed.OtherField _ -> false;
          case Typed.OtherInStages _ -> false;
          case Typed.ThisInStages _ -> false;
          case Typed.NewInStages _ -> false;
          default -> true;
        };
    boolean inside =
        switch (expression) {
          case Typed.Comprehension c -> known(type, c.source(), parameters, locals);
          case Typed.Quantified q -> known(type, q.source(), parameters, locals);
          default -> locals;
        };
    return here
        && TypedTrees.children(expression).stream()
            .allMatch(part -> known(type, part, parameters, inside));
  }
}
