package tutti.simulator.check;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.ObjLongConsumer;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.Work;
import tutti.model.ActorId;
import tutti.model.ActorState;
import tutti.model.Call;
import tutti.model.Observation;
import tutti.simulator.history.Operation;

/**
 * The effects of one actor, in an order that no observer could distinguish from the order of
 * application, and that is as near to the order of the decisions as possible.
 *
 * <p>Effects are applied in the order of arrival, by life and position in the log. Path-sensitive
 * control may accept actions in one order and decide them in another, if no outcome of one action
 * makes a difference to the other. So two neighbours of which the later was decided first are
 * swapped, if by the application's own rules they {@linkplain Commuting commute} in the state
 * before them and no client has read the state between them. Every swap keeps the final state, each
 * result and each read; so the order stays one that explains the run. An effect that is still out
 * of order then has a reason, which a checker may use.
 *
 * <p>After that, each effect is moved back, in thought, over those before it as long as they
 * commute: the effect depends on none of those that it passes. The move stops at an effect that was
 * decided when this one was accepted, and after {@value #REACH} effects. The effect at which it
 * stops is noted as a dependency even if it is none; no drawn run has as many actions in progress
 * at one actor. Commutation is checked between neighbours, in the state that was there.
 */
final class ActorOrder {
  private static final int REACH = 64;

  private static final Comparator<StandingEffect> ARRIVAL =
      Comparator.comparingInt(StandingEffect::epoch)
          .thenComparingInt(effect -> effect.act().life())
          .thenComparingLong(effect -> effect.act().position());

  private final ActorId actor;
  private final Eras eras;
  private final List<StandingEffect> effects = new ArrayList<>();
  private final BitSet kept = new BitSet();

  /** The effects as arranged, and the states before each and after the last. */
  private final List<StandingEffect> order = new ArrayList<>();

  private final List<Eras.Form> states = new ArrayList<>();
  private final Map<LoggedDecision, Integer> places = new HashMap<>();

  /** The length of the shortest arranged prefix that has the first n arrivals, for each n. */
  private int[] covering = {0};

  private final Map<Question, int[]> runs = new HashMap<>();

  ActorOrder(ActorId actor, Eras eras) {
    this.actor = actor;
    this.eras = eras;
  }

  /** An observation of a state in the form of an era. */
  private record Question(int era, Observation what) {}

  void add(StandingEffect effect) {
    effects.add(effect);
  }

  /** Notes that a client has read the state after {@code length} effects. */
  void keepPrefix(long length) {
    if (length <= Integer.MAX_VALUE) {
      kept.set((int) length);
    }
  }

  /**
   * Arranges the effects; called once all are known.
   *
   * @param base the state before all effects
   */
  void arrange(Eras.Form base) {
    effects.sort(ARRIVAL);
    states.add(base);
    for (StandingEffect effect : effects) {
      int place = order.size();
      while (place > 0 && order.size() - place < REACH && swaps(place, effect)) {
        place--;
      }
      order.add(place, effect);
      replay(place);
    }
    for (int i = 0; i < order.size(); i++) {
      places.put(order.get(i).decision(), i);
    }
    covering = new int[effects.size() + 1];
    for (int i = 0; i < effects.size(); i++) {
      covering[i + 1] = Math.max(covering[i], place(effects.get(i).decision()) + 1);
    }
  }

  private boolean swaps(int place, StandingEffect effect) {
    StandingEffect before = order.get(place - 1);
    return !kept.get(place)
        && effect.decidedBefore(before)
        && !effect.knew(before)
        && commute(before, effect, place - 1);
  }

  /** Whether two effects commute in a state; never those of two versions of the application. */
  private boolean commute(StandingEffect one, StandingEffect other, int state) {
    int era = one.act().era();
    return era == other.act().era() && Commuting.commute(one, other, in(era, state));
  }

  /** A state in the form of an era that is not before its own. */
  private ActorState in(int era, int state) {
    return eras.in(era, actor, states.get(state));
  }

  /**
   * Whether a state is of a later era: no transaction that ran in the given era can have seen it.
   */
  private boolean later(int era, int state) {
    return states.get(state).state() != null && states.get(state).era() > era;
  }

  /** Computes the states after the effects from a place on. */
  private void replay(int place) {
    states.subList(place + 1, states.size()).clear();
    for (int i = place; i < order.size(); i++) {
      LoggedDecision.Act act = order.get(i).act();
      Call call = act.call();
      ActorState next = call.action().apply(in(act.era(), i), call.arguments(), act.around());
      states.add(new Eras.Form(act.era(), next));
    }
  }

  private int place(LoggedDecision decision) {
    return Objects.requireNonNull(places.get(decision), "no effect of " + decision);
  }

  /** Gives each decision with the version that it made when it was applied. */
  void arrivals(ObjLongConsumer<LoggedDecision> sink) {
    for (int i = 0; i < effects.size(); i++) {
      sink.accept(effects.get(i).decision(), i + 1L);
    }
  }

  /** Gives the effects as they arrived. */
  void effects(Consumer<StandingEffect> sink) {
    effects.forEach(sink);
  }

  Operation.Write write(LoggedDecision decision) {
    int place = place(decision);
    StandingEffect effect = order.get(place);
    // The order of rows is told row by row. Of two effects that share no row, the one that was
    // decided first may be the later one: on several nodes its locks on others may long be gone by
    // then.
    int after = effect.call().action() instanceof ImageAction ? 0 : place;
    while (after > 0
        && place - after < REACH
        && !effect.knew(order.get(after - 1))
        && commute(order.get(after - 1), effect, after - 1)) {
      after--;
    }
    Call call = effect.act().call();
    return new Operation.Write(
        actor.toString(), place + 1L, after, call.action().name() + call.arguments());
  }

  /**
   * The span of states in which the seen fact was there; null if it was not there when it was seen.
   */
  Operation.@Nullable Read read(GrantedLook look, LoggedDecision reader) {
    int seen = seen(look, reader);
    if (seen < 0) {
      return null;
    }
    int from = seen;
    int until = seen;
    if (look.work() instanceof Work.Observe(var what)) {
      int[] run = runs.computeIfAbsent(new Question(look.era(), what), this::runs);
      from = run[2 * seen];
      until = run[2 * seen + 1];
    } else {
      Object fact = look.in(in(look.era(), seen));
      while (from > 0 && Objects.equals(look.in(in(look.era(), from - 1)), fact)) {
        from--;
      }
      while (until < effects.size()
          && !later(look.era(), until + 1)
          && Objects.equals(look.in(in(look.era(), until + 1)), fact)) {
        until++;
      }
    }
    return new Operation.Read(actor.toString(), seen, from, until);
  }

  /**
   * The state that was seen, or -1. The state has all effects that were decided by then. Some of
   * them may have waited to be applied: path-sensitive control answers with facts that are the same
   * whatever else is decided. No effect that was decided while the reader held on to the fact
   * changed it. Or it is an earlier state, since a node that crashed can have told of more effects
   * than stand.
   */
  private int seen(GrantedLook look, LoggedDecision reader) {
    int applied = covering[(int) Math.min(look.version(), effects.size())];
    for (int i = Math.min(order.size(), applied + REACH); i > applied; i--) {
      if (order.get(i - 1).decision().order < reader.order && holds(look, i)) {
        return i;
      }
    }
    if (holds(look, applied)) {
      return applied;
    }
    for (int i = applied - 1; i >= Math.max(0, applied - REACH); i--) {
      if (holds(look, i)) {
        return i;
      }
    }
    return -1;
  }

  private boolean holds(GrantedLook look, int state) {
    return !later(look.era(), state) && look.holdsIn(in(look.era(), state));
  }

  /** The first and the last of the equal-looking states around each state. */
  private int[] runs(Question asked) {
    int[] run = new int[2 * states.size()];
    int from = 0;
    for (int i = 1; i <= states.size(); i++) {
      if (i == states.size() || !looksTheSame(asked, i, from)) {
        for (int j = from; j < i; j++) {
          run[2 * j] = from;
          run[2 * j + 1] = i - 1;
        }
        from = i;
      }
    }
    return run;
  }

  private boolean looksTheSame(Question asked, int one, int other) {
    return !later(asked.era, one)
        && !later(asked.era, other)
        && Objects.equals(asked.what.in(in(asked.era, one)), asked.what.in(in(asked.era, other)));
  }
}
