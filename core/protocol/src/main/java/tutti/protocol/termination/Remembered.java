package tutti.protocol.termination;

import java.util.Set;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.model.MalformedData;
import tutti.protocol.commit.DurableState;

/**
 * The facts that a member of EasyCommit or three-phase commit must still know after a crash.
 *
 * @param members the coordinator and the participants that are concerned
 * @param agreed whether the member knew that all have voted Yes: EasyCommit's {@code
 *     global-commit-decision-reached} and {@code global-commit-received}, three-phase commit's
 *     {@code pre-commit}
 */
public record Remembered(Set<Integer> members, boolean agreed) implements DurableState {

  /**
   * The durable state in a member's last record: no other node needs the outcome from this member
   * any more.
   */
  static final Remembered NOTHING = new Remembered(Set.of(), false);

  public Remembered {
    members = Nodes.copy(members);
  }

  @Override
  public void encode(Encoder out) {
    Nodes.encode(members, out).putBoolean(agreed);
  }

  /**
   * Reads one memory and leaves the bytes that follow it.
   *
   * @throws MalformedData if the bytes are no memory
   */
  static Remembered decode(Decoder in) {
    return new Remembered(Nodes.decode(in), in.getBoolean());
  }
}
