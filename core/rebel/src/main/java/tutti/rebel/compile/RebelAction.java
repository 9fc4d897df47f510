package tutti.rebel.compile;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tutti.model.Action;
import tutti.model.ActorId;
import tutti.model.ActorState;
import tutti.model.Call;
import tutti.model.Evaluation;
import tutti.model.LinearForm;
import tutti.model.Surroundings;
import tutti.model.footprint.FootprintBuilder;
import tutti.model.footprint.HasFootprint;
import tutti.model.form.BadValue;
import tutti.rebel.code.Code;
import tutti.rebel.code.Frame;
import tutti.rebel.code.RefusalRule;
import tutti.rebel.form.JsonForm;
import tutti.rebel.form.PlainForm;
import tutti.rebel.syntax.Specification.Visibility;
import tutti.rebel.typed.CheckedEvent;
import tutti.rebel.typed.CheckedParameter;
import tutti.rebel.value.Type;
import tutti.rebel.value.ValueRefused;

/**
 * An event of a specification, compiled. Its parts are evaluated in this order: life cycle;
 * preconditions, in the order of the text, up to the first that does not hold; new values;
 * postconditions that only check; invariants, on the new state; partners. All parts see the state
 * before the transaction, except those with {@code new} (docs/rulings.md#ruling-5).
 *
 * <p>Thread-safe. One evaluation allocates a frame, the new state and the results of its
 * arithmetic.
 */
public final class RebelAction implements Action, HasFootprint {
  private final RebelType type;
  private final CheckedEvent event;
  private final @Nullable Code[] defaults;
  private final LifeCycle lifeCycle;
  private final EventBody body;
  private final @Nullable LinearForm linear;
  private final TouchedActors touched;

  RebelAction(
      RebelType type,
      CheckedEvent event,
      @Nullable Code[] defaults,
      LifeCycle lifeCycle,
      EventBody body,
      @Nullable LinearForm linear,
      TouchedActors touched) {
    this.type = type;
    this.event = event;
    this.defaults = defaults;
    this.lifeCycle = lifeCycle;
    this.body = body;
    this.linear = linear;
    this.touched = touched;
  }

  @Override
  public String name() {
    return event.name();
  }

  @Override
  public RebelType type() {
    return type;
  }

  @Override
  public int index() {
    return event.index();
  }

  /** The word before the event in the list of its specification. */
  public Visibility visibility() {
    return event.visibility();
  }

  /** Whether the event happens with others only, and no client may call it. */
  @Override
  public boolean internal() {
    return visibility() == Visibility.INTERNAL;
  }

  /** The author's documentation of the event, or empty. */
  public String documentation() {
    return event.documentation();
  }

  public List<CheckedParameter> parameters() {
    return event.parameters();
  }

  @Override
  public List<String> parameterNames() {
    return parameters().stream().map(CheckedParameter::name).toList();
  }

  /**
   * Returns whether the event creates the instance, which means that it is possible before the
   * instance exists.
   */
  public boolean creates() {
    return lifeCycle.target(0) >= 0;
  }

  /**
   * The life-cycle state to which the event leads from a state, or -1 if the event is not possible
   * there.
   */
  public int target(int stage) {
    return lifeCycle.target(stage);
  }

  @Override
  public Evaluation evaluate(ActorState state, List<Object> arguments, Surroundings around) {
    int target = lifeCycle.target(state.stage());
    if (target < 0) {
      return lifeCycle.refusal(state.stage());
    }
    Frame frame = new Frame(state, arguments, around, body.locals());
    try {
      return evaluate(frame, target);
    } catch (ValueRefused cause) {
      RefusalRule rule = frame.rule;
      return rule == null ? new Evaluation.Refused(cause) : rule.refuse(frame, cause);
    }
  }

  private Evaluation evaluate(Frame frame, int target) {
    for (RefusalRule precondition : body.preconditions()) {
      if (!precondition.holds(frame)) {
        return precondition.refuse(frame, null);
      }
    }
    ActorState next = next(frame, target);
    for (RefusalRule check : body.checks()) {
      if (!check.holds(frame)) {
        return check.refuse(frame, null);
      }
    }
    Evaluation.Refused broken = type.brokenInvariant(next, frame);
    return broken != null ? broken : new Evaluation.Accepted(next, partners(frame), null);
  }

  private ActorState next(Frame frame, int target) {
    ActorState state = frame.state;
    EventBody.Effect[] effects = body.effects();
    if (effects.length == 0 && target == state.stage() && body.checks().length == 0) {
      return state;
    }
    @Nullable Object[] fields = state.copyFields();
    frame.next = fields;
    frame.nextStage = target;
    for (EventBody.Effect effect : effects) {
      frame.rule = effect.rule();
      fields[effect.field()] = effect.value().eval(frame);
    }
    return new ActorState(target, fields);
  }

  private List<Call> partners(Frame frame) {
    Partner[] partners = body.partners();
    return switch (partners.length) {
      case 0 -> List.of();
      case 1 -> List.of(partners[0].call(frame));
      case 2 -> List.of(partners[0].call(frame), partners[1].call(frame));
      default -> {
        List<Call> calls = new ArrayList<>(partners.length);
        for (Partner partner : partners) {
          calls.add(partner.call(frame));
        }
        yield List.copyOf(calls);
      }
    };
  }

  @Override
  public String partnerDocumentation(int partner) {
    return body.partners()[partner].documentation();
  }

  @Override
  public ActorState apply(ActorState state, List<Object> arguments, Surroundings around) {
    int target = lifeCycle.target(state.stage());
    if (target < 0) {
      throw new IllegalStateException(name() + " applied in stage " + state.stage());
    }
    return next(new Frame(state, arguments, around, body.locals()), target);
  }

  @Override
  public @Nullable LinearForm linear() {
    return linear;
  }

  /** The actors that this event touches by itself. */
  TouchedActors touched() {
    return touched;
  }

  @Override
  public void footprint(
      ActorId target, List<Object> arguments, Instant now, FootprintBuilder into) {
    new RequestFootprint(now, into).add(this, target, arguments);
  }

  /** The footprint of all calls of this event, whose items are expressions over its parameters. */
  public ToldFootprint footprint() {
    return ToldFootprint.of(this);
  }

  /**
   * Reads the arguments of a request; an argument that is left out gets its default.
   *
   * @param tree parameter names and trees as {@link JsonForm} has them
   * @param now the time that a default may read
   * @return values in the order of the parameters
   * @throws BadValue if an argument is unknown, missing or no value of its type; its path begins
   *     with the parameter's name
   */
  public List<Object> arguments(Map<String, ? extends @Nullable Object> tree, Instant now)
      throws BadValue {
    return arguments(tree, now, JsonForm::read);
  }

  /**
   * Reads arguments by name in the form of code in Java; an argument that is left out gets its
   * default.
   *
   * @param given parameter names and values as {@link PlainForm#read} takes them
   * @return values in the order of the parameters
   * @throws BadValue as {@link #arguments} does
   */
  public List<Object> fromJava(Map<String, ? extends @Nullable Object> given) throws BadValue {
    // The checker allows no default to read the time, so any time will do.
    return arguments(given, Instant.EPOCH, PlainForm::read);
  }

  /** A conversion of a foreign value into one of Rebel. */
  @FunctionalInterface
  private interface Reader {
    Object read(Type type, @Nullable Object given) throws BadValue;
  }

  private List<Object> arguments(
      Map<String, ? extends @Nullable Object> tree, Instant now, Reader reader) throws BadValue {
    for (String given : tree.keySet()) {
      if (parameters().stream().noneMatch(parameter -> parameter.name().equals(given))) {
        throw new BadValue("", known(), "an unknown parameter").under(given);
      }
    }
    Object[] values = new Object[parameters().size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = argument(i, tree, now, reader);
    }
    return List.of(values);
  }

  private String known() {
    return parameters().isEmpty()
        ? "no parameters: " + name() + " has none"
        : "one of the parameters "
            + String.join(", ", parameters().stream().map(CheckedParameter::name).toList());
  }

  private Object argument(
      int i, Map<String, ? extends @Nullable Object> tree, Instant now, Reader reader)
      throws BadValue {
    CheckedParameter parameter = parameters().get(i);
    try {
      if (tree.containsKey(parameter.name())) {
        return reader.read(parameter.type(), tree.get(parameter.name()));
      }
      return defaultArgument(i, now)
          .orElseThrow(() -> new BadValue("", JsonForm.expected(parameter.type()), "nothing"));
    } catch (BadValue e) {
      throw e.under(parameter.name());
    }
  }

  @Override
  public List<Object> fromJava(List<? extends @Nullable Object> given) {
    List<Object> values = new ArrayList<>(parameters().size());
    for (int i = 0; i < parameters().size() && i < given.size(); i++) {
      CheckedParameter parameter = parameters().get(i);
      try {
        values.add(PlainForm.read(parameter.type(), given.get(i)));
      } catch (BadValue bad) {
        String place = parameter.name() + bad.path();
        throw new IllegalArgumentException(
            this + ": " + place + " must be " + bad.expected() + ", not " + bad.found(), bad);
      }
    }
    while (values.size() < parameters().size()) {
      // The checker allows no default to read the time, so any time will do.
      Optional<Object> value = defaultArgument(values.size(), Instant.EPOCH);
      if (value.isEmpty()) {
        break;
      }
      values.add(value.get());
    }
    if (given.size() > parameters().size() || values.size() < parameters().size()) {
      throw new IllegalArgumentException(
          this + " takes " + signature() + ", but was given " + given.size() + " arguments");
    }
    return List.copyOf(values);
  }

  private String signature() {
    return parameters().stream()
        .map(parameter -> parameter.name() + ": " + parameter.type())
        .collect(Collectors.joining(", ", "(", ")"));
  }

  /**
   * The value of the parameter at that position if a request leaves it out; empty if the request
   * must give one.
   *
   * @param now the time that a default may read
   */
  public Optional<Object> defaultArgument(int index, Instant now) {
    Code value = defaults[index];
    return value == null ? Optional.empty() : Optional.of(value.eval(Frame.ofConstant(now)));
  }

  @Override
  public String toString() {
    return type.name() + "." + name();
  }
}
