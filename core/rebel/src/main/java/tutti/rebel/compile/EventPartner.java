package tutti.rebel.compile;

import java.util.ArrayList;
import java.util.List;
import tutti.model.ActorId;
import tutti.model.Call;
import tutti.rebel.code.Code;
import tutti.rebel.code.Frame;
import tutti.rebel.code.RefusalRule;
import tutti.rebel.value.CanonicalKeys;

/** A partner that is an event of another instance. */
record EventPartner(
    boolean negated, RebelType target, int event, Code key, Code[] arguments, RefusalRule rule)
    implements Partner {
  @Override
  public Call call(Frame frame) {
    frame.rule = rule;
    ActorId actor = new ActorId(target.name(), CanonicalKeys.ofInstance(key.eval(frame)));
    return new Call(actor, target.action(event), values(frame), negated);
  }

  private List<Object> values(Frame frame) {
    return switch (arguments.length) {
      case 0 -> List.of();
      case 1 -> List.of(arguments[0].eval(frame));
      default -> {
        List<Object> values = new ArrayList<>(arguments.length);
        for (Code argument : arguments) {
          values.add(argument.eval(frame));
        }
        yield List.copyOf(values);
      }
    };
  }
}
