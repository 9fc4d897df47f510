package tutti.simulator.commit;

import org.jspecify.annotations.Nullable;

/** What must hold in every state. */
interface Rule {
  /** It, and what breaks it in that state; null if nothing does. */
  @Nullable Finding broken(World world);
}
