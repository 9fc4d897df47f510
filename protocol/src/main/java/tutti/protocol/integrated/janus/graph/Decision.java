package tutti.protocol.integrated.janus.graph;

import tutti.model.Decoder;
import tutti.model.Encoder;

/**
 * The value that coordinators of a transaction agree on.
 *
 * @param dependencies the transactions that it waits for; none if it is abandoned
 * @param abandoned whether it is never executed: no replica that was heard has its request
 */
public record Decision(Dependencies dependencies, boolean abandoned) {

  public static final Decision ABANDONED = new Decision(Dependencies.NONE, true);

  public static Decision commit(Dependencies dependencies) {
    return new Decision(dependencies, false);
  }

  public void encode(Encoder out) {
    dependencies.encode(out);
    out.putBoolean(abandoned);
  }

  public static Decision decode(Decoder in) {
    return new Decision(Dependencies.decode(in), in.getBoolean());
  }

  @Override
  public String toString() {
    return abandoned ? "abandoned" : "after " + dependencies;
  }
}
