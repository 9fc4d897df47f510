package tutti.engine.integrated;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tutti.engine.transaction.record.RecordParts;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.TransactionRequest.Idempotency;
import tutti.model.ActorId;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.protocol.integrated.VersionTag;

/**
 * Idempotency keys as items: a transaction that has a key reads the key's item, and writes it with
 * all other items. So of two transactions with one key at most one commits, whichever hosts run
 * them, and the other finds the first one's outcome, until the key is forgotten ({@code
 * tutti.engine.integrated.expiry}). Thread-safe.
 */
final class KeyItems {
  /** The type of all such items; no name of an application has a dollar sign. */
  static final String TYPE = "$key";

  private final ApplicationVersions versions;
  private final ItemFormat format;
  private final RecordParts parts;

  /**
   * @param format of the version of the application that writes and reads them
   */
  KeyItems(ApplicationVersions versions, ItemFormat format) {
    this.versions = versions;
    this.format = format;
    this.parts = format.parts();
  }

  /**
   * The value of a key that was used.
   *
   * @param at the time of the transaction
   */
  record Used(long fingerprint, Outcome.Committed outcome, Instant at) {}

  /** Returns the item of a key. */
  static ActorId item(Idempotency idempotency) {
    return new ActorId(TYPE, idempotency.key());
  }

  byte[] encode(Used used) {
    Encoder out = new Encoder();
    out.putLong(used.fingerprint());
    parts.instant(out, used.at());
    parts.id(out, used.outcome().transaction());
    parts.values(out, used.outcome().results());
    return VersionTag.tagged(format.version(), out.toByteArray());
  }

  /** Reads the time of the transaction that has used a key. */
  static Instant usedAt(byte[] value) {
    Decoder in = VersionTag.behind(value);
    in.getLong();
    return RecordParts.time(in);
  }

  /**
   * Reads the value of a key's item; returns null if the key was not used.
   *
   * @throws tutti.model.MalformedData if the bytes are no such value
   */
  @Nullable Used decode(byte[] value) {
    if (value.length == 0) {
      return null;
    }
    long wrote = VersionTag.of(value);
    RecordParts its = wrote == format.version() ? parts : versions.writer(wrote).parts;
    Decoder in = VersionTag.behind(value);
    long fingerprint = in.getLong();
    Instant at = its.instant(in);
    return new Used(fingerprint, new Outcome.Committed(its.id(in), its.values(in)), at);
  }
}
