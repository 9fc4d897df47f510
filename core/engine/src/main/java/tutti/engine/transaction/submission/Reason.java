package tutti.engine.transaction.submission;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.concurrency.Verdict;
import tutti.engine.journal.Journal;
import tutti.engine.journal.JournalFailed;
import tutti.engine.memory.MemoryGate;
import tutti.engine.transaction.submission.TransactionRequest.Idempotency;
import tutti.model.ActorId;
import tutti.model.EncoderFull;
import tutti.model.Refusal;

/** The reason why a transaction aborted: fit for a person, with a code for a program. */
public sealed interface Reason {
  /** The code of a transaction that ended by a bug: the application's, or Tutti's. */
  String INTERNAL_ERROR = "internal-error";

  /** Returns the code: stable, kebab case. */
  default String code() {
    return switch (this) {
      case Refused it -> it.refusal.code();
      case KeyReused _ -> "idempotency-key-reused";
      case Deadlock _ -> "deadlock";
      case Conflict _ -> "conflict";
      case Deadline _ -> "deadline";
      case Overloaded _ -> "overloaded";
      case Unavailable it -> it.code;
    };
  }

  String message();

  /** Returns whether the same request may succeed later without anything else changing. */
  default boolean retryable() {
    return switch (this) {
      case Refused _, KeyReused _ -> false;
      case Deadlock _, Conflict _, Deadline _, Overloaded _ -> true;
      case Unavailable it ->
          !it.code.equals(Unavailable.TOO_LARGE) && !it.code.equals(INTERNAL_ERROR);
    };
  }

  /**
   * Returns whether the reason is definite for every try with the request's idempotency key that a
   * node had received before the answer was given. A reason of a node that could not ask the node
   * of the request's first actor is about this try alone; so is a reason about the key's use for
   * another request.
   */
  default boolean isAboutKey() {
    return switch (this) {
      case KeyReused _ -> false;
      case Unavailable it -> !Unavailable.OF_ONE_TRY.contains(it.code());
      default -> true;
    };
  }

  /**
   * Returns whether the reason is definite for every try with the request's idempotency key. Where
   * any node orders transactions, another one may run an earlier try just then, so that each reason
   * is about its own try alone.
   *
   * @param integrated whether the nodes have an integrated protocol
   */
  default boolean isAboutKey(boolean integrated) {
    return !integrated && isAboutKey();
  }

  /**
   * Returns approximately how many bytes the reason keeps in memory; {@link Long#MAX_VALUE} if that
   * is not known.
   */
  default long weight() {
    return switch (this) {
      case Refused(var actor, var _, var refusal) -> sum(actor.key().length(), refusal.weight());
      case KeyReused(var key) -> key.length();
      case Deadlock(var cycle, var _) ->
          cycle.stream().mapToLong(wait -> 64L + wait.actor().key().length()).sum();
      case Conflict it -> it.actor.key().length();
      case Deadline it ->
          32L * it.waitingFor.size()
              + (it.waitingAt == null ? 0 : it.waitingAt.key().length())
              + (it.inDoubt == null ? 0 : it.inDoubt.length());
      case Overloaded _ -> 0;
      case Unavailable it -> it.message.length();
    };
  }

  private static long sum(long one, long other) {
    return other > Long.MAX_VALUE - one ? Long.MAX_VALUE : one + other;
  }

  /**
   * Returns the reason in a form that can be kept for long: what a refusal has looked at is text,
   * and cut.
   */
  default Reason shortened() {
    return this instanceof Refused(var actor, var action, var refusal)
        ? new Refused(actor, action, Refusal.shortened(refusal))
        : this;
  }

  /** The application's rules refuse the transaction in the present state. */
  record Refused(ActorId actor, String action, Refusal refusal) implements Reason {
    @Override
    public String message() {
      return refusal.message();
    }
  }

  /** The request's idempotency key belongs to another request. */
  record KeyReused(String key) implements Reason {
    @Override
    public String message() {
      return "the idempotency key "
          + Idempotency.words(key)
          + " was used before with another request";
    }
  }

  /**
   * The transaction was the victim of a deadlock and had no time left to try again.
   *
   * @param cycle which transaction waited for which, and where, starting with this transaction
   */
  record Deadlock(List<Wait> cycle, int retries) implements Reason {
    @Override
    public String message() {
      StringBuilder text = new StringBuilder("deadlock: ");
      for (Wait wait : cycle) {
        text.append(wait.waiter()).append(" waits at ").append(wait.actor()).append(" for ");
      }
      return text.append(cycle.isEmpty() ? "itself" : cycle.getFirst().waiter()).toString();
    }
  }

  /**
   * The transaction met another one, its concurrency control requires it to begin anew then, and it
   * had no time left.
   *
   * @param actor the actor where they met
   * @param with the other transaction; null if it had ended already
   * @param how the other transaction's use of the actor: {@code uses it}
   * @param retries how often the transaction had begun anew
   * @param notBefore as {@link Verdict.Conflict#notBefore}
   * @param cause as {@link Verdict.Conflict#cause}
   */
  record Conflict(
      ActorId actor,
      @Nullable TransactionId with,
      String how,
      int retries,
      long notBefore,
      Verdict.Conflict.Cause cause)
      implements Reason {

    public Conflict(ActorId actor, @Nullable TransactionId with, String how, int retries) {
      this(actor, with, how, retries, 0, Verdict.Conflict.Cause.CONFLICT);
    }

    /** Returns the conflict as a concurrency control has told it. */
    public static Conflict at(ActorId actor, Verdict.Conflict verdict) {
      return new Conflict(
          actor, verdict.with(), verdict.how(), 0, verdict.notBefore(), verdict.cause());
    }

    /** Returns the conflict with the number of retries set to {@code newRetries}. */
    public Conflict after(int newRetries) {
      return new Conflict(actor, with, how, newRetries, notBefore, cause);
    }

    @Override
    public String message() {
      String other = with == null ? "another transaction" : "transaction " + with;
      return "conflict at "
          + actor
          + ": "
          + other
          + " "
          + how
          + "; tried "
          + (retries + 1)
          + " times";
    }
  }

  /** One transaction waiting at one actor. */
  record Wait(TransactionId waiter, ActorId actor) {}

  /**
   * The transaction's deadline has passed.
   *
   * @param waitingAt the actor that the transaction waited for; null if it did not wait
   * @param waitingFor the transactions that it waited for there
   * @param inDoubt which of these transactions only another node can end, and why; null if none
   */
  record Deadline(
      long timeoutNanos,
      @Nullable ActorId waitingAt,
      List<TransactionId> waitingFor,
      @Nullable String inDoubt)
      implements Reason {

    /** The deadline of a transaction that waited for no other one. */
    public Deadline(long timeoutNanos) {
      this(timeoutNanos, null, List.of(), null);
    }

    public Deadline(
        long timeoutNanos, @Nullable ActorId waitingAt, List<TransactionId> waitingFor) {
      this(timeoutNanos, waitingAt, waitingFor, null);
    }

    @Override
    public String message() {
      String text = "not done within " + timeoutNanos / 1_000_000 + " ms";
      if (waitingAt == null) {
        return text;
      }
      return text
          + "; it waited at "
          + waitingAt
          + " for "
          + (inDoubt == null ? "transactions " + waitingFor : inDoubt);
    }
  }

  /** Too many transactions are running. */
  record Overloaded(int limit) implements Reason {
    @Override
    public String message() {
      return "already " + limit + " transactions are running (admission.max-in-flight)";
    }
  }

  /**
   * The node cannot take transactions: it is stopping, or its journal has failed. Or it cannot take
   * this one, now or later.
   *
   * @param code {@code stopping}, {@code storage-failed}, {@link #TOO_LARGE}, …
   */
  record Unavailable(String code, String message) implements Reason {
    /**
     * The code of a transaction that changes more than a record of the journal can hold: a repeat
     * fails, too.
     */
    public static final String TOO_LARGE = "too-large";

    /** The code of a transaction for which a shard has too many others that are open. */
    public static final String OVERLOADED = "overloaded";

    /** The code of a transaction that is closed before it has come, and will never run. */
    public static final String NEVER_ARRIVED = "never-arrived";

    /** The code of what is refused since more waits to be sent to other nodes than should. */
    public static final String CONGESTED = "network-congested";

    /**
     * The code of what the leader of a shard could not end, or may not tell, since another node
     * leads by now: as if it had never come.
     */
    public static final String LEADER_CHANGED = "leader-changed";

    /**
     * The code of a transaction a part of which was lost with the memory of its node: the node has
     * started anew, or another one leads the shard, and the transaction was not prepared there.
     */
    public static final String PARTICIPANT_RESTARTED = "participant-restarted";

    /** Codes of a node that may not have asked the node of the request's first actor. */
    public static final Set<String> OF_ONE_TRY =
        Set.of("node-unavailable", CONGESTED, "not-ready", MemoryGate.CODE, LEADER_CHANGED);

    /**
     * Codes of a leader after which another one may do better: with replicas, the node that has
     * taken the request tries again by itself, and tells at most that this one try did not happen.
     */
    public static final Set<String> OF_A_CHANGE =
        Set.of(
            NEVER_ARRIVED,
            "restarted",
            "not-ready",
            "stopping",
            "node-unavailable",
            "storage-failed",
            PARTICIPANT_RESTARTED,
            LEADER_CHANGED);

    /**
     * The code of a transaction that is undone everywhere: a node could not promise to commit, or
     * was not heard in time.
     */
    public static final String VOTE_NO = "vote-no";

    /**
     * The code of a try whose idempotency key has, or may have, been answered for another try since
     * it came.
     */
    public static final String EARLIER_TRY = "earlier-try";

    /**
     * Returns this reason, with the code {@code not-ready} if the request has an idempotency key
     * and the code is about the key. Such a code would claim something about earlier tries under
     * the key, and the node that knows the key was not asked about them.
     */
    public Unavailable ofThisTry(TransactionRequest request) {
      return request.idempotency() == null || !isAboutKey()
          ? this
          : new Unavailable("not-ready", message);
    }

    /** Returns the reason that the journal has failed. */
    public static Unavailable storageFailed() {
      return new Unavailable(
          "storage-failed",
          "the journal could not be written; the node takes nothing until it is restarted");
    }

    /**
     * Returns the reason that the heap of a node is full.
     *
     * @param node whose: {@code the node}, or its name
     */
    public static Unavailable memoryFull(String node) {
      return new Unavailable(
          MemoryGate.CODE,
          "the memory of "
              + node
              + " is full, and this may take more of it; reads go on (memory.refuse-above)");
    }

    /**
     * Returns the reason why a journal takes nothing any more: it has failed, or another node leads
     * the shard whose log it is. What it did not take never happens.
     */
    public static Unavailable notWritten(Journal journal) {
      return journal.isHandedOn() ? leaderChanged() : storageFailed();
    }

    /** Returns the reason that another node leads the shard by now. */
    public static Unavailable leaderChanged() {
      return new Unavailable(
          LEADER_CHANGED,
          "this node does not lead the shard any more; nothing of this happened: repeat it");
    }

    /** Returns {@link #notWritten(Journal)} with what the journal says of its failure. */
    public static Unavailable notWritten(Journal journal, JournalFailed failed) {
      return journal.isHandedOn()
          ? notWritten(journal)
          : new Unavailable("storage-failed", String.valueOf(failed.getMessage()));
    }

    /** Returns the reason that the journal takes no record of that size. */
    public static Unavailable tooLarge(int bytes, int most) {
      return new Unavailable(
          TOO_LARGE,
          "the transaction's record would have "
              + bytes
              + " bytes; the journal takes "
              + most
              + ": do it in several transactions");
    }

    /** Returns the reason that a value of the transaction cannot be written; nothing is logged. */
    public static Unavailable unwritable(Throwable cause) {
      if (cause instanceof EncoderFull full) {
        return tooLarge((int) Math.min(Integer.MAX_VALUE, full.bytes()), full.most());
      }
      return new Unavailable(
          INTERNAL_ERROR, "a value of the transaction cannot be written: " + cause);
    }
  }
}
