package tutti.protocol.commit.threephase;

import java.util.Set;
import tutti.protocol.commit.Assumption;
import tutti.protocol.commit.CommitMachine;
import tutti.protocol.commit.Found;
import tutti.protocol.commit.Self;
import tutti.protocol.commit.Traits;
import tutti.protocol.termination.TerminationProtocol;

/** Three-phase commit, in one of its variants. */
public final class ThreePhase extends TerminationProtocol {
  private final Variant variant;

  /** The variant to use: {@link Variant#MENDED}. */
  public ThreePhase() {
    this(Variant.MENDED);
  }

  public ThreePhase(Variant variant) {
    this.variant = variant;
  }

  @Override
  public String name() {
    return switch (variant) {
      case MENDED -> "three-phase";
      case PAPER -> "three-phase-paper";
      case UNACKNOWLEDGED -> "three-phase-unacknowledged";
    };
  }

  @Override
  public int code() {
    return switch (variant) {
      case MENDED -> 2;
      case PAPER -> 12;
      case UNACKNOWLEDGED -> 22;
    };
  }

  @Override
  public Traits traits() {
    return new Traits(
        variant == Variant.PAPER ? Set.of() : Set.of(Assumption.SYNCHRONOUS_CRASH), 2, false);
  }

  @Override
  public CommitMachine coordinator(Self self) {
    return new ThreePhaseMember(self, self.node(), variant);
  }

  @Override
  public CommitMachine participant(Self self, int coordinator) {
    return new ThreePhaseMember(self, coordinator, variant);
  }

  @Override
  public CommitMachine recovered(Self self, Found found) {
    return new ThreePhaseMember(self, found, variant);
  }
}
