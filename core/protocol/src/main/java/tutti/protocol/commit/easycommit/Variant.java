package tutti.protocol.commit.easycommit;

/** The variants of the protocol, by how closely they follow the paper. */
public enum Variant {
  /**
   * A member that was down follows the others. This is the variant that is safe when nodes crash.
   */
  MENDED("easy-commit", 3),
  /**
   * The paper's letter: a member that was down and has a Global-commit in its log commits by
   * itself.
   */
  PAPER("easy-commit-paper", 13),
  /**
   * {@link #MENDED} with §7's optimizations: forwards only to members not yet heard from, and
   * cleans up early.
   */
  OPTIMISED("easy-commit-optimised", 23),
  /**
   * {@link #MENDED}, where in addition the coordinator commits and answers its client only once
   * another member has the decision in its log. So an answered commit survives a machine that
   * stops.
   */
  CONFIRMED("easy-commit-confirmed", 33);

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
