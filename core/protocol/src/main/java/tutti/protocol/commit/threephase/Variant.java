package tutti.protocol.commit.threephase;

/** The variants of the protocol, by how closely they follow the paper. */
public enum Variant {
  /**
   * A member that was down follows the others. This is the variant that is safe when nodes crash.
   */
  MENDED("three-phase", 2),
  /**
   * A member that was down takes part in the termination protocol like all others, and may lead it.
   */
  PAPER("three-phase-paper", 12),
  /** {@link #MENDED} without a wait for the answers to PreCommit (EasyCommit §7); just as safe. */
  UNACKNOWLEDGED("three-phase-unacknowledged", 22);

  private final String inDeployment;
  private final int code;

  Variant(String inDeployment, int code) {
    this.inDeployment = inDeployment;
    this.code = code;
  }

  String inDeployment() {
    return inDeployment;
  }

  int code() {
    return code;
  }
}
