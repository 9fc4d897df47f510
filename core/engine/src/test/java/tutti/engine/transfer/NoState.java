package tutti.engine.transfer;

import tutti.model.Decoder;
import tutti.model.Encoder;

/** A replica that has no state to give. */
public final class NoState implements StateSource {
  @Override
  public boolean offer(Encoder out) {
    return false;
  }

  @Override
  public Answer piece(int to, long transfer, Decoder cursor, Encoder out) {
    return Answer.GONE;
  }
}
