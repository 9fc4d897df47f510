package tutti.lab.bank;

import java.util.List;
import tutti.model.Action;
import tutti.model.ActorId;
import tutti.model.ActorType;
import tutti.model.Application;
import tutti.model.Call;

/** Calls by the names of a bundled specification. */
public final class EventCalls {
  private EventCalls() {}

  public static ActorType type(Application application, String name) {
    ActorType type = application.type(name);
    if (type == null) {
      throw new IllegalStateException("the bundled specification has no " + name);
    }
    return type;
  }

  public static Call call(ActorType type, String key, String event, Object... arguments) {
    Action action = type.action(event);
    if (action == null) {
      throw new IllegalStateException(type.name() + " has no event " + event);
    }
    return new Call(new ActorId(type.name(), key), action, List.of(arguments));
  }
}
