package tutti.engine.concurrency;

import java.util.Locale;

/** What {@link ConcurrencyControl#describe} says of one use of an actor. */
public final class Uses {
  private Uses() {}

  /** A claim that is held. */
  public static String held(Claim claim, String how) {
    return text(claim.owner(), how, claim.work());
  }

  /** A request that waits. */
  public static String waiting(Request request, String why) {
    return text(request.owner(), "waits" + (why.isEmpty() ? "" : " (" + why + ")"), request.work());
  }

  private static String text(Participant owner, String how, Work work) {
    String status = owner.status().name().toLowerCase(Locale.ROOT);
    return owner.key() + ", " + status + ", " + how + ": " + text(work);
  }

  private static String text(Work work) {
    return switch (work) {
      case Work.Act(var call) -> call.action().name() + call.arguments();
      case Work.Observe(var what) -> "looks at " + what;
      case Work.Forbid(var call) -> "needs that " + call + " is impossible";
      case Work.Read() -> "a read";
    };
  }
}
