package tutti.engine.concurrency;

import java.util.Locale;
import tutti.model.text.ValueText;

/**
 * One use of an actor, as {@link ConcurrencyControl#uses} gives it: a participant holds the actor,
 * or waits for it. Its text is for people.
 */
public sealed interface Use {

  /** The way in which an actor is held. */
  enum How {
    /** A lock: no other transaction has a claim on the actor. */
    ALONE("holds it alone"),
    /** A lock that readers share. */
    SHARED("shares it"),
    /** A lock that looks share; only one of its holders will act later. */
    TO_ACT("shares it, to act later"),
    /** An action that was accepted, and is not decided. */
    IN_PROGRESS("in progress"),
    /** An action that is decided, behind one that is not. */
    DECIDED("decided and not yet applied"),
    /** The owner has observed a fact, which stays true. */
    FACT("holds a fact"),
    /** A place among the transactions of the actor, which its owner may still use. */
    VERSION("has a version of it"),
    /** A place whose owner does not use the actor any more, and is not decided. */
    RELEASED("has released it"),
    /** Locks on some of its rows. */
    ROWS("holds locks on rows");

    private final String text;

    How(String text) {
      this.text = text;
    }
  }

  /** Returns the participant that uses the actor. */
  Participant owner();

  /** Returns the work that the actor is used for. */
  Work work();

  /** A claim that was granted and is not released. */
  record Held(Claim claim, How how) implements Use {
    @Override
    public Participant owner() {
      return claim.owner();
    }

    @Override
    public Work work() {
      return claim.work();
    }

    @Override
    public String toString() {
      boolean numbered = how == How.VERSION || how == How.RELEASED;
      return text(this, numbered ? how.text + " (" + claim + ")" : how.text);
    }
  }

  /**
   * A request that is delayed.
   *
   * @param why in a few words; may be empty
   */
  record Waits(ActorRequest request, String why) implements Use {
    @Override
    public Participant owner() {
      return request.owner();
    }

    @Override
    public Work work() {
      return request.work();
    }

    /** Returns what is waited for, without the owner. */
    public String how() {
      return "waits" + (why.isEmpty() ? "" : " (" + why + ")") + ": " + text(work());
    }

    @Override
    public String toString() {
      return of(this) + how();
    }
  }

  private static String text(Use use, String how) {
    return of(use) + how + ": " + text(use.work());
  }

  private static String of(Use use) {
    Participant owner = use.owner();
    return owner.key() + ", " + owner.status().name().toLowerCase(Locale.ROOT) + ", ";
  }

  private static String text(Work work) {
    return switch (work) {
      case Work.Act(var call) -> call.action().name() + ValueText.of(call.arguments());
      case Work.Observe(var what) -> "looks at " + what;
      case Work.Forbid(var call) -> "needs that " + call + " is impossible";
      case Work.Run(var writes) -> writes ? "works on its rows" : "reads its rows";
      case Work.Lock(var by, var rows) -> rows.toString();
      case Work.Read() -> "a read";
      case Work.Begin begin -> "begins";
      case Work.Settle() -> "waits for those before it";
    };
  }
}
