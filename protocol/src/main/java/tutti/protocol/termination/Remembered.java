package tutti.protocol.termination;

import java.util.Set;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.model.MalformedData;
import tutti.protocol.commit.Memory;

/**
 * What a member of EasyCommit or three-phase commit must still know after a crash.
 *
 * @param members the coordinator and the participants that are concerned
 * @param agreed whether it knew that all have voted Yes: EasyCommit's {@code
 *     global-commit-decision-reached} and {@code global-commit-received}, three-phase commit's
 *     {@code pre-commit}
 */
public record Remembered(Set<Integer> members, boolean agreed) implements Memory {

  /** Of an outcome that nobody needs to hear from this member any more: its last record. */
  static final Remembered NOTHING = new Remembered(Set.of(), false);

  public Remembered {
    members = Nodes.copy(members);
  }

  @Override
  public void encode(Encoder out) {
    Nodes.encode(members, out).putBoolean(agreed);
  }

  /**
   * Reads one and leaves what follows it.
   *
   * @throws MalformedData if the bytes are none
   */
  static Remembered decode(Decoder in) {
    return new Remembered(Nodes.decode(in), in.getBoolean());
  }
}
