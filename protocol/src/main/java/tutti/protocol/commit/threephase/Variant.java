package tutti.protocol.commit.threephase;

/** How closely to follow the paper. */
public enum Variant {
  /** Who was down follows the others. The one that is safe when nodes crash. */
  MENDED,
  /** Who was down takes part in the termination protocol like everybody, and may lead it. */
  PAPER,
  /** {@link #MENDED}, but nobody waits for the answers to PreCommit (EasyCommit §7). */
  UNACKNOWLEDGED
}
