package tutti.engine.transaction.outcome;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.runtime.Durations;
import tutti.engine.runtime.PeerClocks;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.Submission;
import tutti.engine.transaction.submission.TransactionRequest.Idempotency;

/**
 * The used idempotency keys and their outcomes (docs/rulings.md#contracts). A repeat of a request
 * that has changed something gets the first answer, also after a crash. A repeat of a request that
 * runs or is in doubt joins it. A repeat of a request that was refused, has aborted, or has changed
 * nothing runs anew, for no log has its key.
 *
 * <p>Keys are kept for a stated time and up to a stated number; the oldest are removed first. The
 * present time for this is the time of the newest record with a key, but never later than most
 * nodes' clocks show ({@link PeerClocks#agreed}): a single clock that is a day ahead removes no
 * key, whether its node leads or not, and while most clocks are not known keys are removed by their
 * number alone. On a node without peers the present time is that of the newest recovered record,
 * plus the monotonic time since, so that a clock which is set, or wrong at a start, removes no key
 * either. A key that came while this host runs stays for its full time here, whatever time its
 * record has: a node's clock that is a day behind makes no key old. On a node of several without
 * replicas, the same holds for keys that it finds at its start.
 *
 * <p>A key is never removed to make room in memory, since its client was promised the first answer:
 * a node whose memory is full refuses requests with new keys ({@link
 * tutti.engine.memory.MemoryGate}). Thread-safe.
 */
public final class IdempotencyTable {
  /** The bytes of an entry without its key and its results, approximately. */
  private static final long ENTRY_BYTES = 192;

  /** For how long a key is kept; null if for ever. */
  private final @Nullable Duration keep;

  private final long keepNanos;
  private final int maxKeys;
  private final ConcurrentHashMap<String, Entry> entries = new ConcurrentHashMap<>();
  private final ConcurrentLinkedQueue<Aging> byAge = new ConcurrentLinkedQueue<>();
  private final AtomicInteger aging = new AtomicInteger();
  private final AtomicLong bytes = new AtomicLong();
  private @Nullable ResultSize sizes;

  /** The clocks to which records' times are held; null if they are not. */
  private @Nullable PeerClocks clocks;

  /** The time from which on a node without peers counts by its monotonic clock. */
  private Instant began = Instant.MAX;

  private long beganNanos;

  /** Whether recovered keys go by the times in their records alone. */
  private boolean trustsRecords = true;

  /** The monotonic time up to which keys were recovered, each perhaps long after its request. */
  private long recoveredNanos = Long.MIN_VALUE;

  /** The time in the record that was added last; null if none was. */
  private volatile @Nullable Instant last;

  private final LoggedAnswers answers = new LoggedAnswers(AnsweredKeys.KEPT);

  /** The state of a key. */
  public sealed interface Entry {
    long fingerprint();

    /** A key whose submission has no lasting outcome. */
    record Running(long fingerprint, Submission submission) implements Entry {}
  }

  /** An entry that is removed when it is too old, or when there are too many. */
  sealed interface Aging {
    String key();

    Instant at();

    long nanos();

    /** Approximately how many bytes it takes, with the results that the key stands for. */
    long bytes();
  }

  /** A key whose submission may never learn how it ended: the key is removed when it is too old. */
  private record Abandoned(String key, Entry.Running entry, Instant at, long nanos)
      implements Aging {
    @Override
    public long bytes() {
      return ENTRY_BYTES + key.length();
    }
  }

  /** A key whose transaction is in the log. */
  public static final class Done implements Entry, Aging {
    private final String key;
    private final long fingerprint;
    private final Outcome.Committed outcome;
    private final Instant at;
    private final long resultBytes;

    /** When the key came to this host, by the monotonic clock. */
    private final long nanos;

    /** The key's submission, until its outcome is durable: repeats join it until then. */
    private volatile @Nullable Submission unacknowledged;

    /** Whether newer keys have taken its place: it goes once its outcome is durable. */
    private boolean displaced;

    Done(
        String key,
        long fingerprint,
        Outcome.Committed outcome,
        Instant at,
        long resultBytes,
        long nanos,
        @Nullable Submission unacknowledged) {
      this.resultBytes = resultBytes;
      this.key = key;
      this.fingerprint = fingerprint;
      this.outcome = outcome;
      this.at = at;
      this.nanos = nanos;
      this.unacknowledged = unacknowledged;
    }

    @Override
    public String key() {
      return key;
    }

    @Override
    public long fingerprint() {
      return fingerprint;
    }

    public Outcome.Committed outcome() {
      return outcome;
    }

    /** Returns when the transaction committed. */
    @Override
    public Instant at() {
      return at;
    }

    @Override
    public long bytes() {
      return ENTRY_BYTES + key.length() + resultBytes;
    }

    @Override
    public long nanos() {
      return nanos;
    }

    public @Nullable Submission unacknowledged() {
      return unacknowledged;
    }

    private boolean of(Done other) {
      return outcome.transaction().equals(other.outcome.transaction());
    }
  }

  public IdempotencyTable(Duration keep, int maxKeys) {
    this(keep, Durations.nanos(keep), maxKeys);
  }

  private IdempotencyTable(@Nullable Duration keep, long keepNanos, int maxKeys) {
    this.keep = keep;
    this.keepNanos = keepNanos;
    this.maxKeys = maxKeys;
  }

  /**
   * Returns a table for keys that are copied from one folder to another: no key expires by the time
   * of another, which may come from a clock that was far ahead. The node that is opened on the
   * other folder judges them by its own clock.
   *
   * @param maxKeys the most keys that are copied; the oldest are left out
   */
  public static IdempotencyTable onTheWay(int maxKeys) {
    return new IdempotencyTable(null, Long.MAX_VALUE, maxKeys);
  }

  /**
   * Holds the times of records to the clocks of a host and its peers from now on. Before the table
   * is used.
   *
   * @return this
   */
  public IdempotencyTable heldTo(PeerClocks its) {
    clocks = its;
    began = Instant.ofEpochSecond(0, its.now());
    beganNanos = its.nanos();
    return this;
  }

  /**
   * Keeps recovered keys for their time from the start on, since the times in their records may be
   * of a clock that was behind. Before the table is used.
   *
   * <p>For example, of three nodes one is alone for a while, with a clock that is two days behind,
   * and takes a request whose repeat comes an hour later. In between it starts again, and the clock
   * is set: by its record the key is two days old.
   *
   * @return this
   */
  public IdempotencyTable doubtingRecords() {
    trustsRecords = false;
    return this;
  }

  /** Measures results from now on, for {@link #bytes}. Before the table is used. */
  public void sizedBy(ResultSize measure) {
    sizes = measure;
  }

  private long sizeOf(Outcome.Committed outcome) {
    ResultSize measure = sizes;
    return measure == null || ResultSize.isSmall(outcome.results())
        ? 0
        : measure.of(outcome.results());
  }

  /** Returns approximately how many bytes the kept keys take, with the results they stand for. */
  public long bytes() {
    return bytes.get();
  }

  /** Begins to be used, once all records have been recovered that there are. */
  public void begin() {
    PeerClocks its = clocks;
    recoveredNanos = nanos();
    Instant newest = last;
    if (its != null && newest != null && newest.isBefore(began)) {
      began = newest;
      beganNanos = its.nanos();
    }
  }

  /**
   * Returns the earlier of a record's time and the latest that may be true; null if that is not
   * known.
   */
  private @Nullable Instant plausible(Instant at) {
    PeerClocks its = clocks;
    if (its == null) {
      return at;
    }
    Instant now = its.alone() ? began.plusNanos(its.nanos() - beganNanos) : its.agreed();
    if (now == null) {
      return null;
    }
    return at.isAfter(now) ? now : at;
  }

  /** Returns the keys of which the log says that they were answered without an effect. */
  public LoggedAnswers answers() {
    return answers;
  }

  /** Returns the entry of the key, or null. */
  public @Nullable Entry find(Idempotency idempotency) {
    return entries.get(idempotency.key());
  }

  /** Claims the key for a submission, or returns the entry that the key has already. */
  public @Nullable Entry begin(Idempotency idempotency, Submission submission) {
    return entries.putIfAbsent(
        idempotency.key(), new Entry.Running(idempotency.fingerprint(), submission));
  }

  /** Returns whether the key belongs to that submission, which has no lasting outcome. */
  boolean isRunning(Idempotency idempotency, Submission submission) {
    return entries.get(idempotency.key()) instanceof Entry.Running running
        && running.submission() == submission;
  }

  /**
   * Records that the transaction's decision is in the log.
   *
   * @param at the time in its record: every replay of the log keeps and removes the same keys
   */
  void decided(
      Idempotency idempotency, Submission submission, Outcome.Committed outcome, Instant at) {
    add(done(idempotency, outcome, at, submission));
  }

  private Done done(
      Idempotency idempotency,
      Outcome.Committed outcome,
      Instant at,
      @Nullable Submission submission) {
    return new Done(
        idempotency.key(),
        idempotency.fingerprint(),
        outcome,
        at,
        sizeOf(outcome),
        nanos(),
        submission);
  }

  /**
   * Records that the client knows the outcome. A transaction that has aborted frees its key; so
   * does one that has committed without being {@link #decided}, for it changed nothing.
   */
  void ended(Idempotency idempotency, Outcome outcome) {
    if (outcome instanceof Outcome.InDoubt) {
      return;
    }
    Entry held = entries.get(idempotency.key());
    // The key of a transaction that ends late may have expired, and may belong to another one now.
    if (held instanceof Entry.Running running
        && running.submission().id().equals(outcome.transaction())) {
      entries.remove(idempotency.key(), running);
    } else if (outcome instanceof Outcome.Committed committed) {
      entries.computeIfPresent(
          idempotency.key(), (key, entry) -> acknowledged(entry, committed.transaction()));
    }
  }

  /** Returns what is left of an entry once the outcome of a transaction is durable. */
  private static @Nullable Entry acknowledged(Entry entry, TransactionId transaction) {
    if (entry instanceof Done it && it.outcome.transaction().equals(transaction)) {
      it.unacknowledged = null;
      return it.displaced ? null : it;
    }
    return entry;
  }

  /**
   * Frees the key of a submission whose end is not known here, and does not matter to a repeat: one
   * that runs anew finds what the key has done, or the submission changes nothing.
   */
  void free(Idempotency idempotency, Submission submission) {
    if (isRunning(idempotency, submission)) {
      entries.remove(idempotency.key());
    }
  }

  /**
   * Records that a bug of the server has ended the task that ran the submission, and that only the
   * log knows whether the transaction happened: from now on its key is kept as long as that of a
   * committed request.
   */
  void abandoned(Idempotency idempotency, Submission submission, Instant at) {
    if (entries.get(idempotency.key()) instanceof Entry.Running running
        && running.submission() == submission) {
      Abandoned abandoned = new Abandoned(idempotency.key(), running, at, nanos());
      byAge.add(abandoned);
      aging.incrementAndGet();
      bytes.addAndGet(abandoned.bytes());
      expire(at);
    }
  }

  /** Adds a key that recovery found; before the node runs, oldest first. */
  public void recovered(Idempotency idempotency, Outcome.Committed outcome, Instant at) {
    add(done(idempotency, outcome, at, null));
  }

  /**
   * Adds what other tables have, oldest first, whichever of them has it; before the node runs. A
   * key that several have is there once. The answers without an effect come with it.
   */
  public void recovered(List<IdempotencyTable> others) {
    List<Done> all = new ArrayList<>();
    List<LoggedAnswers.Answer> answered = new ArrayList<>();
    for (IdempotencyTable other : others) {
      other.visit(all::add);
      answered.addAll(other.answers.all());
    }
    all.sort(Comparator.comparing(Done::at));
    answered.sort(Comparator.comparing(LoggedAnswers.Answer::at));
    all.forEach(this::add);
    answered.forEach(each -> answers.add(each.key(), each.at()));
  }

  /** Gives a checkpoint every key that is kept, oldest first. */
  public void visit(Consumer<Done> visitor) {
    byAge.forEach(
        each -> {
          if (each instanceof Done done) {
            visitor.accept(done);
          }
        });
  }

  /** Returns how many keys are kept until they are too old, or too many. */
  public int size() {
    return aging.get();
  }

  /**
   * Returns how many keys are known, including those of requests that run now: as many as {@link
   * #size} when no request runs and none is in doubt.
   */
  public int known() {
    return entries.size();
  }

  /** Returns when the oldest key that is kept was used, or null if none is. */
  public @Nullable Instant oldest() {
    Aging first = byAge.peek();
    return first == null ? null : first.at();
  }

  private void add(Done added) {
    Entry before = entries.put(added.key, added);
    if (before instanceof Done known && known.of(added)) {
      return;
    }
    byAge.add(added);
    last = added.at;
    aging.incrementAndGet();
    bytes.addAndGet(added.bytes());
    expire(added.at);
  }

  private void expire(Instant now) {
    Instant time = plausible(now);
    Instant limit = time == null || keep == null ? Instant.MIN : time.minus(keep);
    while (true) {
      Aging first = byAge.peek();
      if (first == null || (aging.get() <= maxKeys && !isOver(first, limit))) {
        return;
      }
      if (byAge.remove(first)) {
        aging.decrementAndGet();
        bytes.addAndGet(-first.bytes());
        entries.computeIfPresent(first.key(), (key, entry) -> without(entry, first));
      }
    }
  }

  /**
   * Returns whether a key has been kept for its time: by the time in its record, and, if it came
   * while this host ran, or the records are doubted, for as long here. The clock of a leader that
   * is a day behind makes no key old.
   */
  private boolean isOver(Aging aging, Instant limit) {
    return aging.at().isBefore(limit)
        && (clocks == null
            || (trustsRecords && aging.nanos() <= recoveredNanos)
            || nanos() - aging.nanos() >= keepNanos);
  }

  private long nanos() {
    PeerClocks its = clocks;
    return its == null ? 0 : its.nanos();
  }

  /**
   * Returns what is left of an entry once a key goes: all, if it is another one's. One whose
   * outcome is not durable yet goes later, since repeats join it until then.
   */
  private static @Nullable Entry without(Entry entry, Aging aging) {
    if (!holds(entry, aging)) {
      return entry;
    }
    if (entry instanceof Done it && it.unacknowledged != null) {
      it.displaced = true;
      return it;
    }
    return null;
  }

  private static boolean holds(Entry entry, Aging aging) {
    return switch (aging) {
      case Done done -> entry instanceof Done held && held.of(done);
      case Abandoned abandoned -> entry == abandoned.entry;
    };
  }
}
