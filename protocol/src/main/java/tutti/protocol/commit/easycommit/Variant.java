package tutti.protocol.commit.easycommit;

/** How closely to follow the paper. */
public enum Variant {
  /** Who was down follows the others. The one that is safe when nodes crash. */
  MENDED,
  /** As the paper has it: who was down and has a Global-commit in its log commits by itself. */
  PAPER,
  /**
   * {@link #MENDED} with §7's optimizations: forwards only to those not yet heard from, and cleans
   * up early.
   */
  OPTIMISED
}
