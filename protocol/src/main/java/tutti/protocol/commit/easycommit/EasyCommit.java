package tutti.protocol.commit.easycommit;

import java.util.Set;
import tutti.protocol.commit.Assumption;
import tutti.protocol.commit.CommitMachine;
import tutti.protocol.commit.Found;
import tutti.protocol.commit.Self;
import tutti.protocol.commit.Traits;
import tutti.protocol.termination.TerminationProtocol;

/** EasyCommit, in one of its variants. */
public final class EasyCommit extends TerminationProtocol {
  private final Variant variant;

  /** The variant to use: {@link Variant#MENDED}. */
  public EasyCommit() {
    this(Variant.MENDED);
  }

  public EasyCommit(Variant variant) {
    this.variant = variant;
  }

  @Override
  public String name() {
    return switch (variant) {
      case MENDED -> "easy-commit";
      case PAPER -> "easy-commit-paper";
      case OPTIMISED -> "easy-commit-optimised";
    };
  }

  @Override
  public int code() {
    return switch (variant) {
      case MENDED -> 3;
      case PAPER -> 13;
      case OPTIMISED -> 23;
    };
  }

  @Override
  public Traits traits() {
    return new Traits(
        variant == Variant.PAPER ? Set.of() : Set.of(Assumption.SYNCHRONOUS_CRASH), 2, false);
  }

  @Override
  public CommitMachine coordinator(Self self) {
    return new EasyMember(self, self.node(), variant);
  }

  @Override
  public CommitMachine participant(Self self, int coordinator) {
    return new EasyMember(self, coordinator, variant);
  }

  @Override
  public CommitMachine recovered(Self self, Found found) {
    return new EasyMember(self, found, variant);
  }
}
