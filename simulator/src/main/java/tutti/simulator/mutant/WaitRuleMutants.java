package tutti.simulator.mutant;

import static tutti.simulator.mutant.Mechanism.WAIT_RULES;

import java.util.List;

/** Bugs of the rules by which locks never deadlock. */
final class WaitRuleMutants {
  private static final String[] NO_WAIT = {"--concurrency-control", "no-wait"};
  private static final String[] WAIT_DIE = {"--concurrency-control", "wait-die"};
  private static final String[] WOUND_WAIT = {"--concurrency-control", "wound-wait"};

  private WaitRuleMutants() {}

  static final List<Mutant> ALL =
      List.of(
          Mutant.of(WAIT_RULES, "conflict-keeps-its-place")
              .breaks("A request that met a conflict stays in the lock's queue.")
              .from("locks granted to those who have given up: a class of bug of lock managers")
              .expect("no-leaks", "resolved", "waits-end")
              .in("engine.concurrency.Precedence")
              .replace("lock.withdraw(request); String how")
              .by("String how")
              .runs(100, NO_WAIT),
          Mutant.of(WAIT_RULES, "conflict-is-final")
              .breaks("What met a conflict is not tried again.")
              .from("aborts passed on to clients though there was time")
              .expect("waits-end")
              .in("engine.transaction.LayeredProtocol")
              .replace("case Reason.Deadlock _, Reason.Conflict _ -> true;")
              .by("case Reason.Deadlock _ -> true;")
              .runs(100, NO_WAIT),
          Mutant.of(WAIT_RULES, "waits-for-older-ones-too")
              .breaks("Under wait-die a request waits although one in its way is older.")
              .from("wait-die with the queue, or an owner's other locks, left out")
              .expect("waits-end")
              .in("engine.concurrency.Precedence")
              .replace("case WAIT_DIE -> elder(lock, request);")
              .by("case WAIT_DIE -> null;")
              .runs(200, WAIT_DIE),
          Mutant.of(WAIT_RULES, "wounded-goes-on")
              .breaks("Under wound-wait an older request waits, and nobody is wounded.")
              .from("wounds that are lost on their way")
              .expect("waits-end")
              .in("engine.concurrency.Precedence")
              .replace("answers.wound(blocker, request);")
              .by("")
              .runs(200, WOUND_WAIT),
          Mutant.of(WAIT_RULES, "wound-wakes-nobody")
              .breaks("Who is wounded hears of it only when it asks for something more.")
              .from("wounds that a waiting transaction never sees")
              .expect("waits-end")
              .in("engine.transaction.Transaction")
              .replace("stopped = why; interrupt.accept(why);")
              .by("stopped = why;")
              .runs(200, WOUND_WAIT));
}
