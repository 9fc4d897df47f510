package tutti.embedded;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tutti.engine.node.Node.Instance;
import tutti.engine.relational.ProcedureAction;
import tutti.engine.relational.RelationalActorType;
import tutti.engine.relational.RelationalApplication;
import tutti.model.ActorId;
import tutti.model.ActorState;
import tutti.model.ActorType;
import tutti.model.Application;
import tutti.model.Call;
import tutti.model.actor.Actor;
import tutti.model.actor.Procedure;
import tutti.model.actor.ProcedureType;
import tutti.model.codec.MissingValue;
import tutti.model.codec.NumberTooLong;
import tutti.model.codec.ValueTooLarge;
import tutti.model.form.BadValue;
import tutti.rebel.compile.RebelAction;
import tutti.rebel.compile.RebelType;
import tutti.rebel.form.JsonForm;
import tutti.rebel.typed.CheckedField;

/**
 * Finds the types, procedures, specifications and events that callers name in the application; the
 * message about an unknown name lists the known ones.
 */
final class Names {
  private final Application application;

  Names(Application application) {
    this.application = application;
  }

  Application application() {
    return application;
  }

  ActorId actor(Class<? extends Actor> type, String key) {
    return new ActorId(relational(type).name(), checked(type.getSimpleName(), key));
  }

  private static String checked(String type, String key) {
    String fault =
        ActorId.keyFault(Objects.requireNonNull(key, "the key of a " + type + " is null"));
    if (fault != null) {
      throw new IllegalArgumentException(
          "'%s' cannot be the key of a %s: a key %s".formatted(shorten(key), type, fault));
    }
    return key;
  }

  private static String shorten(String text) {
    return text.length() <= 60 ? text : text.substring(0, 60) + "…";
  }

  private RelationalActorType relational(Class<? extends Actor> type) {
    Objects.requireNonNull(type, "the type of an actor is null");
    RelationalActorType found =
        application instanceof RelationalApplication it ? it.type(type) : null;
    if (found == null) {
      throw new IllegalArgumentException(
          "the application has no actor type "
              + type.getName()
              + "; it has "
              + names(application.types()));
    }
    return found;
  }

  Call call(ActorId target, Procedure<?, ?> procedure) {
    Objects.requireNonNull(procedure, "the procedure to call is null");
    String name = procedure.getClass().getSimpleName();
    ActorType type = application.type(target.type());
    if (type != null
        && type.action(name) instanceof ProcedureAction action
        && action.procedure().record() == procedure.getClass()) {
      return action.call(target, frozen(action.procedure(), procedure));
    }
    throw new IllegalArgumentException(
        "the application has no procedure %s of %s: add it to its procedures(…)"
            .formatted(procedure.getClass().getName(), target.type()));
  }

  /** Returns the call with arguments that nobody changes while it is under way. */
  private static Procedure<?, ?> frozen(ProcedureType type, Procedure<?, ?> procedure) {
    try {
      return type.freeze(procedure);
    } catch (MissingValue | NumberTooLong | ValueTooLarge bad) {
      throw new IllegalArgumentException(type.name() + ": " + bad.getMessage(), bad);
    }
  }

  ActorId instance(String specification, String key) {
    RebelType type = rebel(specification);
    type.checkKey(checked(specification, key));
    return new ActorId(specification, key);
  }

  private RebelType rebel(String specification) {
    Objects.requireNonNull(specification, "the name of the specification is null");
    if (application.type(specification) instanceof RebelType type) {
      return type;
    }
    List<ActorType> all =
        application.types().stream().filter(each -> each instanceof RebelType).toList();
    throw new IllegalArgumentException(
        "the application has no specification " + specification + "; it has " + names(all));
  }

  Call event(ActorId target, String event, Map<String, ?> arguments) {
    Objects.requireNonNull(event, "the name of the event is null");
    Objects.requireNonNull(arguments, () -> "the arguments of " + event + " are null");
    RebelType type = rebel(target.type());
    RebelAction action = type.action(event);
    if (action == null) {
      throw new IllegalArgumentException(
          "%s has no event %s; it has %s"
              .formatted(
                  type,
                  event,
                  String.join(", ", type.events().stream().map(RebelAction::name).toList())));
    }
    try {
      return new Call(target, action, action.fromJava(arguments));
    } catch (BadValue bad) {
      throw new IllegalArgumentException(
          action
              + (bad.path().isEmpty() ? "" : " at " + bad.path())
              + ": expected "
              + bad.expected()
              + ", found "
              + bad.found(),
          bad);
    }
  }

  InstanceView view(Instance instance) {
    InstanceState seen = state(instance.id(), instance.state());
    return new InstanceView(seen.state(), seen.fields(), instance.version());
  }

  InstanceState state(ActorId instance, ActorState state) {
    RebelType type = rebel(instance.type());
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    List<CheckedField> infos = type.checkedFields();
    for (int i = 0; i < infos.size(); i++) {
      fields.put(infos.get(i).name(), JsonForm.write(infos.get(i).type(), state.field(i)));
    }
    return new InstanceState(type.stages().get(state.stage()), fields);
  }

  private static String names(List<ActorType> types) {
    return types.isEmpty()
        ? "none"
        : String.join(", ", types.stream().map(ActorType::name).toList());
  }
}
