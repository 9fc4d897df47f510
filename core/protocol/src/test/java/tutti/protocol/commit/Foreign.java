package tutti.protocol.commit;

import tutti.model.Encoder;

/** A message of no protocol that there is. */
public record Foreign() implements CommitMessage {
  @Override
  public void encode(Encoder out) {}

  @Override
  public Meaning meaning() {
    return Meaning.STEP;
  }
}
