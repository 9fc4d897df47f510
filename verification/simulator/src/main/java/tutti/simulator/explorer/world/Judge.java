package tutti.simulator.explorer.world;

import org.jspecify.annotations.Nullable;
import tutti.protocol.machine.InvariantBroken;

/**
 * The past as one step goes on, and the first rule that the step breaks. Confined to one thread.
 *
 * @param <P> what is known about the past
 */
public class Judge<P> {
  private final String ofMachines;
  private P past;
  private @Nullable Finding broken;

  /**
   * @param ofMachines the rule that is broken where a machine throws: it has found that itself
   */
  public Judge(P past, String ofMachines) {
    this.past = past;
    this.ofMachines = ofMachines;
  }

  public final P past() {
    return past;
  }

  public final void past(P next) {
    past = next;
  }

  public final @Nullable Finding broken() {
    return broken;
  }

  /** A rule is broken; one that was broken before counts alone. */
  public final void breaks(String rule, String text, Object... with) {
    breaks(new Finding(rule, with.length == 0 ? text : text.formatted(with)));
  }

  /** A rule is broken; one that was broken before counts alone. */
  public final void breaks(Finding finding) {
    if (broken == null) {
      broken = finding;
    }
  }

  final void thrown(IllegalStateException wrong) {
    String rule = wrong instanceof InvariantBroken it ? it.invariant() : ofMachines;
    breaks(rule, String.valueOf(wrong.getMessage()));
  }
}
