package tutti.engine.transaction.record;

import java.time.Instant;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tutti.engine.commit.CommitKinds;
import tutti.engine.concurrency.BranchKey;
import tutti.engine.concurrency.Claim;
import tutti.engine.transaction.record.LogRecord.BranchWork;
import tutti.engine.transaction.record.LogRecord.Part;
import tutti.engine.transaction.record.LogRecord.Voter;
import tutti.engine.transaction.submission.TransactionRequest.Idempotency;
import tutti.model.Application;
import tutti.model.Call;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.model.MalformedData;
import tutti.protocol.commit.CommitProtocol;
import tutti.protocol.commit.DurableState;
import tutti.protocol.commit.RecordKind;

/**
 * The format of the journal's records of one application. A record begins with a byte for its kind.
 * Thread-safe.
 */
public final class RecordFormat {
  // Records of the usual protocol, whose machines remember nothing; older versions know only these.
  private static final int DECISION = 1;
  private static final int VOTE = 2;
  private static final int BRANCH_COMMITTED = 3;
  private static final int BRANCH_ABORTED = 4;
  private static final int FINISHED = 5;

  // Records of any protocol, which they name.
  private static final int ANY_DECISION = 6;
  private static final int ANY_VOTE = 7;
  private static final int ANY_COMMITTED = 8;
  private static final int ANY_ABORTED = 9;
  private static final int ANY_FINISHED = 10;
  private static final int NOTE = 11;

  // Records of members that a person has ended.
  private static final int RESOLVED = 12;
  private static final int LEARNT = 13;

  // Of shards with replicas.
  private static final int ANSWERED = 14;

  /** An order to pass over an entry. */
  private static final int PASSED_OVER = 15;

  // Kinds of a coordinator's own part.
  private static final int NO_PART = 0;
  private static final int PART = 1;
  private static final int PART_THAT_ACTS = 2;

  /** More than any journal takes: a longer record is not written to its end. */
  private static final int MOST_BYTES = 16 << 20;

  private static final Part USUAL = new Part(CommitKinds.usual().protocol(), DurableState.NONE);

  private final RecordParts parts;

  public RecordFormat(Application application) {
    this.parts = new RecordParts(application);
  }

  /** Returns the format of the parts of records. */
  public RecordParts parts() {
    return parts;
  }

  private static boolean isUsual(Part part) {
    return part.protocol().code() == USUAL.protocol().code()
        && part.memory().equals(DurableState.NONE);
  }

  /** Begins a record: of the usual kind if its part allows that. */
  private Encoder begin(int size, int usual, int any, BranchKey key, Part part) {
    Encoder out = new Encoder(size).atMost(MOST_BYTES);
    boolean isUsual = isUsual(part);
    parts.key(out.putByte(isUsual ? usual : any), key);
    if (!isUsual) {
      part(out, part);
    }
    return out;
  }

  private static void part(Encoder out, Part part) {
    part.memory().encode(out.putVarLong(part.protocol().code()));
  }

  private static Part part(Decoder in) {
    CommitProtocol protocol = CommitKinds.protocol(in.getCount(Integer.MAX_VALUE));
    return new Part(protocol, protocol.decodeDurableState(in));
  }

  /** Writes a {@link LogRecord.Decision} that is this node's alone. */
  public Encoder decision(
      BranchKey key,
      @Nullable Idempotency idempotency,
      List<@Nullable Object> results,
      Observations seen,
      List<Claim> claims) {
    OwnPart own = new OwnPart(idempotency, results, Collections.emptySortedMap());
    return decision(key, RecordKind.DECISION, USUAL, own, seen, claims, List.of());
  }

  /**
   * Writes a {@link LogRecord.Decision}.
   *
   * @param claims all that the transaction holds on the coordinator's own node
   */
  public Encoder decision(
      BranchKey key,
      RecordKind entry,
      Part part,
      OwnPart own,
      Observations seen,
      List<Claim> claims,
      List<Voter> voters) {
    Encoder out = beginDecision(key, entry, part, own);
    parts.seen(out, seen);
    effects(out, claims);
    voters(out, voters);
    return out;
  }

  /** Writes the decision of a coordinator that recovery found. */
  public Encoder decision(
      BranchKey key,
      RecordKind entry,
      Part part,
      OwnPart own,
      BranchWork work,
      List<Voter> voters) {
    Encoder out = beginDecision(key, entry, part, own);
    parts.seen(out, work.seen());
    effectsOf(out, work);
    voters(out, voters);
    return out;
  }

  private Encoder beginDecision(BranchKey key, RecordKind entry, Part part, OwnPart own) {
    Encoder out = begin(256, DECISION, ANY_DECISION, key, part);
    if (!isUsual(part)) {
      out.putBoolean(entry == RecordKind.DECISION);
    }
    idempotency(out, own.idempotency());
    parts.values(out, own.results());
    return out;
  }

  private static void voters(Encoder out, List<Voter> voters) {
    out.putVarLong(voters.size());
    for (Voter voter : voters) {
      out.putVarLong(voter.node()).putVarLong(voter.lsn()).putLong(voter.nonce());
    }
  }

  /**
   * Writes a {@link LogRecord.Vote}.
   *
   * @param claims all that the member holds, actions and looks
   */
  public Encoder vote(
      BranchKey key,
      Part part,
      long nonce,
      List<Claim> claims,
      Observations seen,
      @Nullable OwnPart own) {
    boolean usual = own == null && isUsual(part);
    Encoder out = new Encoder(256).atMost(MOST_BYTES);
    parts.key(out.putByte(usual ? VOTE : ANY_VOTE), key);
    if (!usual) {
      part(out, part);
    }
    work(out.putLong(nonce), seen, claims);
    if (!usual) {
      own(out, own);
    }
    return out;
  }

  /** Writes a {@link LogRecord.BranchCommitted}. */
  public Encoder branchCommitted(
      BranchKey key,
      Part part,
      long nonce,
      List<Claim> claims,
      Observations seen,
      long decisionLsn) {
    Encoder out = beginCommitted(key, part, nonce, decisionLsn);
    work(out, seen, claims);
    return out;
  }

  /** Writes the commit of a branch that recovery found. */
  public Encoder branchCommitted(
      BranchKey key, Part part, long nonce, BranchWork work, long decisionLsn) {
    Encoder out = beginCommitted(key, part, nonce, decisionLsn);
    work(out, work);
    return out;
  }

  private Encoder beginCommitted(BranchKey key, Part part, long nonce, long decisionLsn) {
    Encoder out = begin(256, BRANCH_COMMITTED, ANY_COMMITTED, key, part);
    return isUsual(part) ? out.putLong(decisionLsn) : out.putLong(nonce).putLong(decisionLsn);
  }

  /** Writes a {@link LogRecord.BranchAborted}. */
  public Encoder branchAborted(BranchKey key, Part part, long nonce) {
    Encoder out = begin(32, BRANCH_ABORTED, ANY_ABORTED, key, part);
    return isUsual(part) ? out : out.putLong(nonce);
  }

  /** Writes a {@link LogRecord.Finished}. */
  public Encoder finished(BranchKey key, CommitProtocol protocol, boolean witness) {
    boolean usual = !witness && protocol.code() == USUAL.protocol().code();
    Encoder out = new Encoder(32);
    parts.key(out.putByte(usual ? FINISHED : ANY_FINISHED), key);
    return usual ? out : out.putBoolean(witness);
  }

  /** Writes a {@link LogRecord.Note}. */
  public Encoder note(BranchKey key, boolean witness, Part part, long nonce) {
    Encoder out = new Encoder(64);
    parts.key(out.putByte(NOTE), key);
    part(out.putBoolean(witness), part);
    return out.putLong(nonce);
  }

  /** Writes a {@link LogRecord.Resolved}. */
  public Encoder resolved(PreparedBranch member, Resolution how) {
    Encoder out = new Encoder(256);
    parts.key(out.putByte(RESOLVED), member.key());
    written(out, member.written());
    work(out.putLong(member.nonce()), member.work());
    own(out, member.own());
    parts.instant(out.putBoolean(how.commit()), how.at());
    return out.putString(how.by()).putString(how.reason());
  }

  private LogRecord resolved(Decoder in, BranchKey key) {
    PersistedState written = written(in);
    PreparedBranch member = new PreparedBranch(key, written, in.getLong(), 0, work(in), own(in));
    boolean commit = in.getBoolean();
    Instant at = parts.instant(in);
    return new LogRecord.Resolved(
        member, Resolution.of(member, commit, at, in.getString(), in.getString()));
  }

  /** Writes a {@link LogRecord.Learnt}. */
  public Encoder learnt(BranchKey key, boolean commit, Part part, long nonce, Instant at) {
    Encoder out = new Encoder(64);
    parts.key(out.putByte(LEARNT), key);
    part(out.putBoolean(commit), part);
    parts.instant(out.putLong(nonce), at);
    return out;
  }

  /**
   * Writes a {@link LogRecord.PassedOver}.
   *
   * @param failed the bytes of the entry that is passed over, of which only the key must be whole
   * @throws MalformedData if it is not
   */
  public Encoder passedOver(byte[] failed, long entry, String by, String reason, Instant at) {
    Decoder in = new Decoder(failed);
    in.getByte();
    BranchKey key = parts.key(in);
    Encoder out = new Encoder(64);
    parts.key(out.putByte(PASSED_OVER), key);
    parts.instant(out.putLong(entry).putString(by).putString(reason), at);
    return out;
  }

  /** Returns the entry that a record orders to pass over; empty for a record of another kind. */
  public OptionalLong passedOver(byte[] record) {
    return record.length > 0
            && record[0] == PASSED_OVER
            && read(new Decoder(record)) instanceof LogRecord.PassedOver it
        ? OptionalLong.of(it.entry())
        : OptionalLong.empty();
  }

  /** Writes a {@link LogRecord.Answered}. */
  public Encoder answered(BranchKey key, String idempotencyKey, Instant at) {
    Encoder out = new Encoder(64);
    parts.key(out.putByte(ANSWERED), key);
    parts.instant(out.putString(idempotencyKey), at);
    return out;
  }

  /**
   * @throws MalformedData if the bytes are no record of this application
   */
  public LogRecord read(Decoder in) {
    int kind = in.getByte();
    if (kind < DECISION || kind > PASSED_OVER) {
      throw new MalformedData("a record of unknown kind " + kind);
    }
    BranchKey key = parts.key(in);
    LogRecord record =
        switch (kind) {
          case DECISION -> decision(in, key, RecordKind.DECISION, USUAL);
          case ANY_DECISION -> {
            Part part = part(in);
            yield decision(
                in, key, in.getBoolean() ? RecordKind.DECISION : RecordKind.COMMITTED, part);
          }
          case VOTE -> new LogRecord.Vote(key, USUAL, in.getLong(), work(in), null);
          case ANY_VOTE -> new LogRecord.Vote(key, part(in), in.getLong(), work(in), own(in));
          case BRANCH_COMMITTED ->
              new LogRecord.BranchCommitted(key, USUAL, 0, in.getLong(), work(in));
          case ANY_COMMITTED ->
              new LogRecord.BranchCommitted(key, part(in), in.getLong(), in.getLong(), work(in));
          case BRANCH_ABORTED -> new LogRecord.BranchAborted(key, USUAL, 0);
          case ANY_ABORTED -> new LogRecord.BranchAborted(key, part(in), in.getLong());
          case FINISHED -> new LogRecord.Finished(key, false);
          case ANY_FINISHED -> new LogRecord.Finished(key, in.getBoolean());
          case NOTE -> new LogRecord.Note(key, in.getBoolean(), part(in), in.getLong());
          case RESOLVED -> resolved(in, key);
          case LEARNT ->
              new LogRecord.Learnt(key, in.getBoolean(), part(in), in.getLong(), parts.instant(in));
          case PASSED_OVER ->
              new LogRecord.PassedOver(
                  key, in.getLong(), in.getString(), in.getString(), parts.instant(in));
          default -> new LogRecord.Answered(key, in.getString(), parts.instant(in));
        };
    if (in.remaining() > 0) {
      throw new MalformedData(in.remaining() + " bytes more than the record should have");
    }
    return record;
  }

  private LogRecord decision(Decoder in, BranchKey key, RecordKind entry, Part part) {
    return new LogRecord.Decision(
        key,
        entry,
        part,
        idempotency(in),
        parts.values(in),
        new BranchWork(parts.seen(in), RecordParts.list(in, parts::effect), List.of()),
        RecordParts.list(in, RecordFormat::voter));
  }

  // --- parts of checkpoints, too ---

  /** Writes what a machine has in the log. */
  public void written(Encoder out, PersistedState written) {
    int entries = 0;
    for (RecordKind entry : written.entries()) {
      entries |= 1 << entry.ordinal();
    }
    part(out, new Part(written.protocol(), written.memory()));
    out.putVarLong(entries);
  }

  public PersistedState written(Decoder in) {
    Part part = part(in);
    int entries = in.getCount((1 << RecordKind.values().length) - 1);
    EnumSet<RecordKind> all = EnumSet.noneOf(RecordKind.class);
    for (RecordKind entry : RecordKind.values()) {
      if ((entries & 1 << entry.ordinal()) != 0) {
        all.add(entry);
      }
    }
    return new PersistedState(part.protocol(), all, part.memory());
  }

  public void own(Encoder out, @Nullable OwnPart own) {
    out.putByte(own == null ? NO_PART : own.operation() == null ? PART : PART_THAT_ACTS);
    if (own != null) {
      idempotency(out, own.idempotency());
      parts.values(out, own.results());
      branches(out, own.branches());
      BegunOperation operation = own.operation();
      if (operation != null) {
        out.putString(operation.key()).putString(operation.check());
      }
    }
  }

  public @Nullable OwnPart own(Decoder in) {
    int kind = in.getByte();
    if (kind == NO_PART) {
      return null;
    }
    if (kind < NO_PART || kind > PART_THAT_ACTS) {
      throw new MalformedData("a coordinator's part of unknown kind " + kind);
    }
    return new OwnPart(
        idempotency(in),
        parts.values(in),
        branches(in),
        kind == PART ? null : new BegunOperation(in.getString(), in.getString()));
  }

  /** Writes a resolution for a checkpoint, as the last part of its entry. */
  public void resolution(Encoder out, Resolution it) {
    parts.key(out, it.key());
    out.putString(it.protocol());
    parts.instant(out.putBoolean(it.commit()), it.at());
    RecordParts.list(
        out.putString(it.by()).putString(it.reason()), it.actors(), Encoder::putString);
    own(out, it.own());
    Resolution.Learnt learnt = it.learnt();
    out.putBoolean(learnt != null);
    if (learnt != null) {
      parts.instant(out.putBoolean(learnt.commit()), learnt.at());
    }
    if (it.began() != null) {
      parts.instant(out, it.began());
    }
  }

  /** Reads a resolution of a checkpoint; an entry of an earlier version ends before the time. */
  public Resolution resolution(Decoder in) {
    BranchKey key = parts.key(in);
    String protocol = in.getString();
    boolean commit = in.getBoolean();
    Instant at = parts.instant(in);
    String by = in.getString();
    String reason = in.getString();
    List<String> actors = RecordParts.list(in, Decoder::getString);
    OwnPart own = own(in);
    Resolution.Learnt learnt =
        in.getBoolean() ? new Resolution.Learnt(in.getBoolean(), parts.instant(in)) : null;
    Instant began = in.remaining() == 0 ? null : parts.instant(in);
    return new Resolution(key, protocol, began, commit, at, by, reason, actors, own, learnt);
  }

  /** Writes the nonces of branches, by node. */
  public void branches(Encoder out, SortedMap<Integer, Long> branches) {
    out.putVarLong(branches.size());
    branches.forEach((node, nonce) -> out.putVarLong(node).putLong(nonce));
  }

  public SortedMap<Integer, Long> branches(Decoder in) {
    SortedMap<Integer, Long> branches = new TreeMap<>();
    for (int count = in.getCount(RecordParts.MOST_ITEMS); count > 0; count--) {
      branches.put(in.getCount(Integer.MAX_VALUE), in.getLong());
    }
    return branches;
  }

  /** Writes the actions and looks of a branch, given by its claims. */
  public void work(Encoder out, Observations seen, List<Claim> claims) {
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

  public void work(Encoder out, BranchWork work) {
    parts.seen(out, work.seen());
    effectsOf(out, work);
    RecordParts.list(out, work.looks(), (to, look) -> parts.look(to, look.actor(), look.work()));
  }

  private void effectsOf(Encoder out, BranchWork work) {
    RecordParts.list(
        out, work.effects(), (to, it) -> parts.effect(to, it.call(), it.position(), it.low()));
  }

  public BranchWork work(Decoder in) {
    Observations seen = parts.seen(in);
    return new BranchWork(
        seen, RecordParts.list(in, parts::effect), RecordParts.list(in, parts::look));
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

  private static Voter voter(Decoder in) {
    return new Voter(in.getCount(Integer.MAX_VALUE), in.getVarLong(), in.getLong());
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
