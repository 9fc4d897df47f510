package tutti.engine.commit;

import tutti.model.MalformedData;

/** A record or a message of a commit protocol that this version does not have. */
public final class UnknownProtocol extends MalformedData {
  private static final long serialVersionUID = 1L;

  UnknownProtocol(int code) {
    super("there is no commit protocol number " + code);
  }
}
