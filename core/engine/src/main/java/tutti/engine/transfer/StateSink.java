package tutti.engine.transfer;

import java.util.Optional;
import tutti.model.Decoder;

/**
 * The part of a replica that takes the state of another one. Called on the replica's queue.
 *
 * @param <S> the name of a state: pieces of two transfers with equal names from one host fit
 *     together
 */
public interface StateSink<S> {

  /**
   * Handles an offer.
   *
   * @return the state, if it is needed and comes from the host that offers it
   */
  Optional<S> offered(int from, Decoder offer);

  /** Returns the state that the replica lacks, if it asks for it without an offer. */
  default Optional<S> wanted() {
    return Optional.empty();
  }

  /** No state comes for now, since no host is there that could send one. */
  default void unavailable() {}

  /**
   * A transfer begins; what has come of another one is of no use, unless the sink knows better.
   *
   * @return the cursor of the first piece
   */
  byte[] begin(int from, S state);

  /**
   * Takes the piece at the cursor that is next.
   *
   * @throws tutti.model.MalformedData if the bytes are none
   */
  Step take(Decoder piece);

  /** Gives up what has come: it may be damaged. */
  default void discard() {}

  /** A sink's answer to a piece. */
  sealed interface Step {

    /**
     * The answer that another piece is needed.
     *
     * @param cursor the cursor of that piece
     * @param pace runs the step that asks for it, on the replica's queue: for example when this
     *     piece is durable
     */
    record Next(byte[] cursor, Pace pace) implements Step {}

    /** The answer that the whole state is there, and that the replica goes on from it. */
    record Installed() implements Step {}

    /** The answer that the piece does not fit to those before: the transfer begins anew. */
    record Unusable() implements Step {}
  }

  /** The moment at which the next piece is asked for. */
  @FunctionalInterface
  interface Pace {
    /** The piece is asked for when the host calls {@link StateTransfer#look} again. */
    Pace NEVER = _ -> {};

    /** Runs a step at that moment, or never if the replica ends before. */
    void then(Runnable step);
  }
}
