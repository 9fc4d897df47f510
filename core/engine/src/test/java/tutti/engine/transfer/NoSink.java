package tutti.engine.transfer;

import java.util.Optional;
import tutti.model.Decoder;

/** A replica that needs no state. */
public final class NoSink implements StateSink<String> {
  @Override
  public Optional<String> offered(int from, Decoder offer) {
    return Optional.empty();
  }

  @Override
  public byte[] begin(int from, String state) {
    return new byte[0];
  }

  @Override
  public Step take(Decoder piece) {
    return new Step.Unusable();
  }
}
