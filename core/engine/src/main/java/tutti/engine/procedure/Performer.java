package tutti.engine.procedure;

/** The runner of sub-transactions on some actors: those of this node, or those of others. */
interface Performer {

  /**
   * Begins a call that has just been made. The call is over when this returns, or {@link
   * SubTransaction#startsElsewhere} was called first, and {@link SubTransaction#over} will be. A
   * failure fails the transaction.
   */
  void perform(SubTransaction<?> call);
}
