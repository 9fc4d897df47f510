package tutti.protocol.machine;

import java.util.List;

/** The effects of a step by their kinds, as tests look at them. */
public final class Effects {
  private Effects() {}

  /** Returns what a machine has decided, in the order of the effects. */
  public static <O> List<O> outputs(List<Effect<O>> effects) {
    return effects.stream()
        .filter(each -> each instanceof Effect.Output<O>)
        .map(each -> ((Effect.Output<O>) each).output())
        .toList();
  }

  /** Returns the messages that a machine sends, in the order of the effects. */
  public static <O> List<Effect.Send<O>> sends(List<Effect<O>> effects) {
    return effects.stream()
        .filter(each -> each instanceof Effect.Send<O>)
        .map(each -> (Effect.Send<O>) each)
        .toList();
  }

  /** Returns the records that a machine writes, in the order of the effects. */
  public static <O> List<ProtocolRecord> records(List<Effect<O>> effects) {
    return effects.stream()
        .filter(each -> each instanceof Effect.Persist<O>)
        .map(each -> ((Effect.Persist<O>) each).record())
        .toList();
  }
}
