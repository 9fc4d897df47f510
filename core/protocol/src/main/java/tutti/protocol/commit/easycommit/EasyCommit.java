package tutti.protocol.commit.easycommit;

import tutti.protocol.termination.Situation;
import tutti.protocol.termination.Termination;
import tutti.protocol.termination.TerminationProtocol;

/** EasyCommit, in one of its variants. */
public final class EasyCommit extends TerminationProtocol {
  private final Variant variant;

  /** The variant to use: {@link Variant#MENDED}. */
  public EasyCommit() {
    this(Variant.MENDED);
  }

  public EasyCommit(Variant variant) {
    super(variant.inDeployment(), variant.code(), variant == Variant.PAPER);
    this.variant = variant;
  }

  @Override
  protected Situation.Rules member(Termination termination) {
    return new EasyMember(variant, termination);
  }
}
