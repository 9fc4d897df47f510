package tutti.lab.log;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.transaction.record.RecordParts;
import tutti.lab.bank.Bank;
import tutti.model.ActorId;
import tutti.model.Application;
import tutti.model.Encoder;

/** The items of a bank, and their values, for logs that are made by hand. */
final class LoggedValues {
  static final ActorId ACCOUNT = new ActorId("Account", Bank.iban(0).text());
  static final ActorId OTHER = new ActorId("Account", Bank.iban(1).text());

  private final Application application;
  private final RecordParts parts;

  LoggedValues(Application application) {
    this.application = application;
    this.parts = new RecordParts(application);
  }

  /** Returns a version of an account. */
  byte[] account(ActorId actor, long version) {
    Encoder out = new Encoder().putVarLong(version);
    parts.state(out, Objects.requireNonNull(application.type("Account")).blank(actor.key()));
    return out.toByteArray();
  }

  /** Returns the name that the key of a transaction gives it. */
  static TransactionId name(long number) {
    return new TransactionId(0, 1, number, 0);
  }

  /** Returns the item of a transaction's key. */
  static ActorId keyItem(long number) {
    return new ActorId("$key", "k" + number);
  }

  /** Returns the value of a transaction's key. */
  byte[] key(long number) {
    Encoder out = new Encoder().putLong(7);
    parts.instant(out, Instant.EPOCH);
    parts.id(out, name(number));
    parts.values(out, List.of());
    return out.toByteArray();
  }
}
