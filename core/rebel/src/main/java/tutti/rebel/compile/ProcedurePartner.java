package tutti.rebel.compile;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tutti.model.ActorId;
import tutti.model.Call;
import tutti.model.actor.ProcedureFinder;
import tutti.model.footprint.FootprintBuilder;
import tutti.model.footprint.HasFootprint;
import tutti.model.form.BadValue;
import tutti.model.form.RecordForm;
import tutti.model.schema.ApplicationSchema;
import tutti.model.schema.ApplicationSchema.TypeSchema;
import tutti.model.schema.Column;
import tutti.model.schema.ProcedureSchema;
import tutti.rebel.code.Code;
import tutti.rebel.code.Frame;
import tutti.rebel.code.RefusalRule;
import tutti.rebel.typed.CheckedApplication;
import tutti.rebel.typed.CheckedCall;
import tutti.rebel.value.CanonicalKeys;
import tutti.rebel.value.ValueRefused;

/** A partner that is a procedure of an actor in Java. */
final class ProcedurePartner implements Partner {
  private final String type;
  private final String name;
  private final Code key;
  private final Code[] arguments;
  private final RefusalRule rule;
  private final List<Column> parameters;
  private final ProcedureFinder.@Nullable Found found;
  private final @Nullable RecordForm record;

  ProcedurePartner(
      CheckedCall call, Code key, Code[] arguments, RefusalRule rule, ProcedureFinder procedures) {
    this.type = call.actor();
    this.name = call.actor() + "." + call.procedure().name();
    this.key = key;
    this.arguments = arguments;
    this.rule = rule;
    this.parameters = call.procedure().parameters().columns();
    this.found = procedures.find(call.actor(), call.procedure());
    this.record = found == null ? null : new RecordForm(found.procedure().parameters());
  }

  @Override
  public RefusalRule rule() {
    return rule;
  }

  @Override
  public Call call(Frame frame) {
    frame.rule = rule;
    if (found == null || record == null) {
      throw new ValueRefused("no-such-procedure", () -> "there is no procedure " + name);
    }
    ActorId actor =
        new ActorId(found.action().type().name(), CanonicalKeys.ofInstance(key.eval(frame)));
    Object[] values = new Object[arguments.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = JavaValue.of(parameters.get(i).type(), arguments[i].eval(frame));
    }
    return new Call(actor, found.action(), List.of(make(record, values)));
  }

  private Record make(RecordForm form, Object[] values) {
    try {
      return form.make(values);
    } catch (BadValue bad) {
      throw new ValueRefused("bad-arguments", () -> name + ": " + bad.getMessage());
    }
  }

  /** The name of the actor's type. */
  String actor() {
    return type;
  }

  /** The procedure's name, as in {@code Limits.Spend}. */
  @Override
  public String toString() {
    return name;
  }

  /**
   * Adds the footprint of a call; returns false if the procedure has no known footprint.
   *
   * @param given the arguments, values of Rebel
   */
  boolean footprint(ActorId actor, List<Object> given, Instant now, FootprintBuilder into) {
    if (record == null || found == null || !(found.action() instanceof HasFootprint procedure)) {
      return false;
    }
    Object[] values = new Object[given.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = JavaValue.of(parameters.get(i).type(), given.get(i));
    }
    procedure.footprint(actor, List.of(make(record, values)), now, into);
    return true;
  }

  /** The procedures that an application calls, by their actors. */
  static ApplicationSchema needed(CheckedApplication application) {
    Map<String, Map<String, ProcedureSchema>> actors = new TreeMap<>();
    application.specifications().stream()
        .flatMap(specification -> specification.events().stream())
        .flatMap(event -> event.calls().stream())
        .forEach(
            call ->
                actors
                    .computeIfAbsent(call.actor(), _ -> new TreeMap<>())
                    .put(call.procedure().name(), call.procedure()));
    List<TypeSchema> types = new ArrayList<>();
    actors.forEach(
        (type, procedures) ->
            types.add(new TypeSchema(type, List.of(), List.copyOf(procedures.values()))));
    return new ApplicationSchema(types);
  }
}
