package tutti.engine.storage.rows;

/**
 * The ways in which rows are found fast, each of which may be left out to measure its effect.
 *
 * @param hash whether rows are found by a hash table beside the primary order
 * @param overlappedReads whether the memory of several rows is waited for at a time
 */
public record RowAccess(boolean hash, boolean overlappedReads) {
  /** The access with all of its optimisations. */
  public static final RowAccess WHOLE = new RowAccess(true, true);
}
