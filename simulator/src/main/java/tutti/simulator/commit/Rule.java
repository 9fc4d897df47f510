package tutti.simulator.commit;

import org.jspecify.annotations.Nullable;

/** A rule that must hold in every state. */
interface Rule {
  /** The rule and the fault that breaks it in that state; null if nothing does. */
  @Nullable Finding broken(World world);
}
