package tutti.protocol.commit.threephase;

import tutti.protocol.termination.Situation;
import tutti.protocol.termination.Termination;
import tutti.protocol.termination.TerminationProtocol;

/** Three-phase commit, in one of its variants. */
public final class ThreePhase extends TerminationProtocol {
  private final Variant variant;

  /** The variant to use: {@link Variant#MENDED}. */
  public ThreePhase() {
    this(Variant.MENDED);
  }

  public ThreePhase(Variant variant) {
    super(variant.inDeployment(), variant.code(), variant == Variant.PAPER);
    this.variant = variant;
  }

  @Override
  protected Situation.Rules member(Termination termination) {
    return new ThreePhaseMember(variant, termination);
  }
}
