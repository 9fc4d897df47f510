package tutti.engine.transaction;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.BranchKey;
import tutti.engine.concurrency.Claim;
import tutti.engine.transaction.LogRecord.BranchWork;
import tutti.engine.transaction.LogRecord.Effect;
import tutti.engine.transaction.LogRecord.Look;
import tutti.engine.transaction.LogRecord.Voter;
import tutti.engine.transaction.TransactionRequest.Idempotency;
import tutti.model.Application;
import tutti.model.Call;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.model.MalformedData;

/**
 * Writes and reads the journal's records of one application. A record begins with a byte for its
 * kind. Thread-safe.
 */
public final class RecordFormat {
  private static final int DECISION = 1;
  private static final int VOTE = 2;
  private static final int BRANCH_COMMITTED = 3;
  private static final int BRANCH_ABORTED = 4;
  private static final int FINISHED = 5;

  private final RecordParts parts;

  public RecordFormat(Application application) {
    this.parts = new RecordParts(application);
  }

  /** What records are made of. */
  public RecordParts parts() {
    return parts;
  }

  /**
   * A {@link LogRecord.Decision}.
   *
   * @param claims all that the transaction holds on the coordinator's own node
   */
  public Encoder decision(
      BranchKey key,
      @Nullable Idempotency idempotency,
      List<@Nullable Object> results,
      Seen seen,
      List<Claim> claims,
      List<Voter> voters) {
    Encoder out = new Encoder(256);
    parts.key(out.putByte(DECISION), key);
    idempotency(out, idempotency);
    parts.values(out, results);
    parts.seen(out, seen);
    effects(out, claims);
    out.putVarLong(voters.size());
    for (Voter voter : voters) {
      out.putVarLong(voter.node()).putVarLong(voter.lsn()).putLong(voter.nonce());
    }
    return out;
  }

  /**
   * A {@link LogRecord.Vote}.
   *
   * @param claims all that the branch holds, actions and looks
   */
  public Encoder vote(BranchKey key, long nonce, List<Claim> claims, Seen seen) {
    Encoder out = new Encoder(256);
    parts.key(out.putByte(VOTE), key);
    work(out.putLong(nonce), seen, claims);
    return out;
  }

  /** A {@link LogRecord.BranchCommitted}: exactly as long as the vote for the same claims. */
  public Encoder branchCommitted(BranchKey key, List<Claim> claims, Seen seen, long decisionLsn) {
    Encoder out = new Encoder(256);
    parts.key(out.putByte(BRANCH_COMMITTED), key);
    work(out.putLong(decisionLsn), seen, claims);
    return out;
  }

  /** The same of a branch that recovery found. */
  public Encoder branchCommitted(BranchKey key, BranchWork work, long decisionLsn) {
    Encoder out = new Encoder(256);
    parts.key(out.putByte(BRANCH_COMMITTED), key);
    work(out.putLong(decisionLsn), work);
    return out;
  }

  /** A {@link LogRecord.BranchAborted}. */
  public Encoder branchAborted(BranchKey key) {
    Encoder out = new Encoder(32);
    parts.key(out.putByte(BRANCH_ABORTED), key);
    return out;
  }

  /** A {@link LogRecord.Finished}. */
  public Encoder finished(BranchKey key) {
    Encoder out = new Encoder(32);
    parts.key(out.putByte(FINISHED), key);
    return out;
  }

  /**
   * @throws MalformedData if the bytes are no record of this application
   */
  public LogRecord read(Decoder in) {
    int kind = in.getByte();
    if (kind < DECISION || kind > FINISHED) {
      throw new MalformedData("a record of unknown kind " + kind);
    }
    BranchKey key = parts.key(in);
    LogRecord record =
        switch (kind) {
          case DECISION ->
              new LogRecord.Decision(
                  key,
                  idempotency(in),
                  parts.values(in),
                  new BranchWork(parts.seen(in), effects(in), List.of()),
                  voters(in));
          case VOTE -> new LogRecord.Vote(key, in.getLong(), work(in));
          case BRANCH_COMMITTED -> new LogRecord.BranchCommitted(key, in.getLong(), work(in));
          case BRANCH_ABORTED -> new LogRecord.BranchAborted(key);
          default -> new LogRecord.Finished(key);
        };
    if (in.remaining() > 0) {
      throw new MalformedData(in.remaining() + " bytes more than the record should have");
    }
    return record;
  }

  /** What a branch does and has looked at, by its claims. */
  public void work(Encoder out, Seen seen, List<Claim> claims) {
    parts.seen(out, seen);
    effects(out, claims);
    int looks = 0;
    for (Claim claim : claims) {
      looks += claim.call() == null ? 1 : 0;
    }
    out.putVarLong(looks);
    for (Claim claim : claims) {
      if (claim.call() == null) {
        parts.look(out, claim.cell().id(), claim.work());
      }
    }
  }

  private void work(Encoder out, BranchWork work) {
    parts.seen(out, work.seen());
    out.putVarLong(work.effects().size());
    for (Effect effect : work.effects()) {
      parts.effect(out, effect.call(), effect.position(), effect.low());
    }
    out.putVarLong(work.looks().size());
    for (Look look : work.looks()) {
      parts.look(out, look.actor(), look.work());
    }
  }

  public BranchWork work(Decoder in) {
    Seen seen = parts.seen(in);
    List<Effect> effects = effects(in);
    int count = in.getCount(RecordParts.MOST_ITEMS);
    List<Look> looks = new ArrayList<>(Math.min(count, 64));
    for (int i = 0; i < count; i++) {
      looks.add(parts.look(in));
    }
    return new BranchWork(seen, effects, looks);
  }

  private void effects(Encoder out, List<Claim> claims) {
    int effects = 0;
    for (Claim claim : claims) {
      effects += claim.call() == null ? 0 : 1;
    }
    out.putVarLong(effects);
    for (Claim claim : claims) {
      Call call = claim.call();
      if (call != null) {
        parts.effect(out, call, claim.position(), claim.low());
      }
    }
  }

  private List<Effect> effects(Decoder in) {
    int count = in.getCount(RecordParts.MOST_ITEMS);
    List<Effect> effects = new ArrayList<>(Math.min(count, 64));
    for (int i = 0; i < count; i++) {
      effects.add(parts.effect(in));
    }
    return effects;
  }

  private List<Voter> voters(Decoder in) {
    int count = in.getCount(RecordParts.MOST_ITEMS);
    List<Voter> voters = new ArrayList<>(Math.min(count, 64));
    for (int i = 0; i < count; i++) {
      voters.add(new Voter(in.getCount(Integer.MAX_VALUE), in.getVarLong(), in.getLong()));
    }
    return voters;
  }

  private void idempotency(Encoder out, @Nullable Idempotency idempotency) {
    out.putBoolean(idempotency != null);
    if (idempotency != null) {
      out.putString(idempotency.key()).putLong(idempotency.fingerprint());
    }
  }

  private @Nullable Idempotency idempotency(Decoder in) {
    return in.getBoolean() ? new Idempotency(in.getString(), in.getLong()) : null;
  }
}
