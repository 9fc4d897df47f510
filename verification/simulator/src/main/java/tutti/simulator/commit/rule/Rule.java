package tutti.simulator.commit.rule;

import org.jspecify.annotations.Nullable;
import tutti.simulator.commit.state.GlobalState;
import tutti.simulator.explorer.world.Finding;

/** A rule that must hold in every state. */
public interface Rule {
  /** The rule and the fault that breaks it in that state; null if nothing does. */
  @Nullable Finding broken(GlobalState world);
}
