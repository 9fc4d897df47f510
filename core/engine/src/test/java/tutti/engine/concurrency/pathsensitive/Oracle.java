package tutti.engine.concurrency.pathsensitive;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.Account;
import tutti.engine.concurrency.Ask;
import tutti.engine.concurrency.Evaluations;
import tutti.engine.concurrency.Owner;
import tutti.engine.concurrency.Verdict;
import tutti.engine.concurrency.Work;
import tutti.model.ActorState;
import tutti.model.Call;
import tutti.model.Evaluation;

/**
 * The verdicts of path-sensitive control by its definition: every subset of the undecided actions
 * is an outcome, replayed from the beginning. No merging, no caching, no intervals, no fairness.
 */
final class Oracle {
  private final ActorState initial;
  private final boolean serializable;
  private final int maxInProgress;
  private final List<Entry> entries = new ArrayList<>();
  private final List<Look> looks = new ArrayList<>();

  private static final class Entry {
    final Owner owner;
    final Call call;
    final Verdict.Accept accept;
    boolean committed;

    Entry(Owner owner, Call call, Verdict.Accept accept) {
      this.owner = owner;
      this.call = call;
      this.accept = accept;
    }
  }

  private record Look(Owner owner, Work work, @Nullable Object said) {}

  Oracle(ActorState initial, boolean serializable, int maxInProgress) {
    this.initial = initial;
    this.serializable = serializable;
    this.maxInProgress = maxInProgress;
  }

  /** A for accept, R for reject, D for delay, S for seen. */
  char verdict(Owner owner, Work work) {
    return switch (work) {
      case Work.Act(Call call) -> act(owner, call);
      case Work.Observe observe -> same(say(owner, work)) ? 'A' : 'D';
      case Work.Forbid forbid -> same(say(owner, work)) ? 'A' : 'D';
      case Work.Run run -> throw new AssertionError("no work for a declarative actor: " + run);
      case Work.Lock _, Work.Begin _, Work.Settle _ ->
          throw new AssertionError("no work for a declarative actor: " + work);
      case Work.Read read -> readable() ? 'S' : 'D';
    };
  }

  void accepted(Owner owner, Ask ask) {
    if (ask.work() instanceof Work.Act(Call call)) {
      entries.add(new Entry(owner, call, ask.accept()));
    } else {
      looks.add(new Look(owner, ask.work(), say(owner, ask.work()).getFirst()));
    }
  }

  void ended(Owner owner, boolean committed) {
    looks.removeIf(look -> look.owner() == owner);
    if (!committed) {
      entries.removeIf(entry -> entry.owner == owner);
    }
    entries.forEach(entry -> entry.committed |= entry.owner == owner);
  }

  /** The only outcome, once all is decided. */
  ActorState state() {
    return outcomes(entry -> false).getFirst();
  }

  private boolean readable() {
    boolean undecidedBefore = false;
    for (Entry entry : entries) {
      if (entry.committed && undecidedBefore) {
        return false;
      }
      undecidedBefore |= !entry.committed;
    }
    return true;
  }

  private char act(Owner owner, Call call) {
    if (entries.stream().filter(entry -> !entry.committed).count() >= maxInProgress) {
      return 'D';
    }
    List<Object> said = new ArrayList<>();
    for (ActorState outcome : outcomes(entry -> false)) {
      said.add(plan(evaluate(call, outcome)));
    }
    if (!same(said)) {
      return 'D';
    }
    if (said.getFirst().equals("refused")) {
      return 'R';
    }
    return keepsLooks(owner, call) && (!serializable || commutes(call)) ? 'A' : 'D';
  }

  private boolean keepsLooks(Owner owner, Call call) {
    for (Look look : looks) {
      if (look.owner() == owner) {
        continue;
      }
      for (ActorState outcome : outcomes(entry -> entry.owner == look.owner())) {
        Object then = say(look.work(), next(call, outcome));
        if (!Objects.equals(then, look.said())) {
          return false;
        }
      }
    }
    return true;
  }

  private boolean commutes(Call call) {
    for (Entry other : entries) {
      if (other.committed) {
        continue;
      }
      for (ActorState x : outcomes(entry -> entry == other)) {
        ActorState callFirst = next(call, x);
        ActorState otherFirst = next(other.call, x);
        boolean accepted =
            evaluate(other.call, callFirst) instanceof Evaluation.Accepted
                && evaluate(call, otherFirst) instanceof Evaluation.Accepted;
        if (!accepted
            || !next(other.call, callFirst).equals(next(call, otherFirst))
            || !plan(evaluate(call, x)).equals(plan(evaluate(call, otherFirst)))
            || !plan(evaluate(other.call, x)).equals(plan(evaluate(other.call, callFirst)))) {
          return false;
        }
      }
    }
    return true;
  }

  private List<Object> say(Owner owner, Work work) {
    List<Object> said = new ArrayList<>();
    for (ActorState outcome : outcomes(entry -> entry.owner == owner)) {
      said.add(say(work, outcome));
    }
    return said;
  }

  private static Object say(Work work, ActorState state) {
    return switch (work) {
      case Work.Observe(var what) -> String.valueOf(what.in(state));
      case Work.Forbid(Call call) -> plan(evaluate(call, state));
      default -> throw new AssertionError(work);
    };
  }

  private static boolean same(List<Object> said) {
    return said.stream().distinct().count() == 1;
  }

  /** One per subset of the undecided, those left out left out. */
  private List<ActorState> outcomes(Predicate<Entry> leftOut) {
    List<Entry> in = entries.stream().filter(leftOut.negate()).toList();
    List<Entry> undecided = in.stream().filter(entry -> !entry.committed).toList();
    List<ActorState> outcomes = new ArrayList<>();
    for (int subset = 0; subset < 1 << undecided.size(); subset++) {
      ActorState state = initial;
      for (Entry entry : in) {
        if (entry.committed || (subset >> undecided.indexOf(entry) & 1) != 0) {
          state = next(entry.call, state);
        }
      }
      outcomes.add(state);
    }
    return outcomes;
  }

  private static Object plan(Evaluation evaluation) {
    return switch (evaluation) {
      case Evaluation.Accepted accepted -> accepted.partners() + " " + accepted.result();
      case Evaluation.Refused refused -> "refused";
    };
  }

  private static ActorState next(Call call, ActorState state) {
    if (evaluate(call, state) instanceof Evaluation.Accepted accepted) {
      return accepted.next();
    }
    throw new AssertionError(call + " is not accepted in " + state);
  }

  private static Evaluation evaluate(Call call, ActorState state) {
    return Evaluations.evaluate(call, state, new Owner(0));
  }

  static ActorState opened(long balance) {
    return Account.opened(balance);
  }
}
