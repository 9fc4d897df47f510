package tutti.protocol.commit.easycommit;

/** The variants of the protocol, by how closely they follow the paper. */
public enum Variant {
  /**
   * A member that was down follows the others. This is the variant that is safe when nodes crash.
   */
  MENDED,
  /**
   * The paper's letter: a member that was down and has a Global-commit in its log commits by
   * itself.
   */
  PAPER,
  /**
   * {@link #MENDED} with §7's optimizations: forwards only to members not yet heard from, and
   * cleans up early.
   */
  OPTIMISED
}
