package tutti.simulator.explorer.search;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import tutti.simulator.explorer.table.IntMultisets;
import tutti.simulator.explorer.table.IntPairs;
import tutti.simulator.explorer.table.InternTable;
import tutti.simulator.explorer.table.LongToInt;
import tutti.simulator.explorer.table.StateTable;
import tutti.simulator.explorer.world.Bounded;
import tutti.simulator.explorer.world.ChoiceKind;
import tutti.simulator.explorer.world.Finding;
import tutti.simulator.explorer.world.InFlight;
import tutti.simulator.explorer.world.Local;
import tutti.simulator.explorer.world.Member;

/**
 * An explorer of a world in which each step is one member's. Such a step is worked out once for a
 * member, a past and a message, whatever the other members are doing at the time; a state is the
 * number of each member with the messages for it, and the number of the past. Confined to one
 * thread.
 *
 * @param <F> what the model knows of members
 * @param <P> the facts about the past, and the choices that are left
 */
public abstract class LocalExplorer<F, P extends Bounded<P>> extends LocalRules<F, P> {

  /**
   * A step as numbers.
   *
   * @param member the number of the member after it
   * @param past the number of the past after it
   * @param sent a receiver and the number of the bag for it, and so on
   */
  @SuppressWarnings("ArrayRecordComponent") // not compared
  private record Move(int member, int past, int[] sent, @Nullable Finding broken) {}

  /** The results of settling places at a stage. */
  private static final class Settling {
    private final LongToInt arrived = new LongToInt();
    private final LongToInt settled = new LongToInt();
  }

  /** The message of a step that no message causes. */
  private static final int OWN = 0;

  /** The message of those of these steps alone that mind what the member was told. */
  private static final int MINDING = Integer.MAX_VALUE;

  private final boolean standing;
  private final InternTable<Member<F>> members = new InternTable<>();
  private final InternTable<P> pasts = new InternTable<>();
  private final InternTable<InFlight> messages = new InternTable<>();
  private final IntMultisets bags = new IntMultisets();

  /** A member with the messages for it. */
  private final IntPairs places = new IntPairs();

  /** A member at a moment of the past. */
  private final IntPairs moments = new IntPairs();

  private final LongToInt steps = new LongToInt();
  private final List<Move[]> moves = new ArrayList<>();
  private final List<Integer> stageOf = new ArrayList<>();
  private final List<Settling> stages = List.of(new Settling(), new Settling(), new Settling());

  /** The places above each floor. */
  private final Map<Long, LongToInt> floors = new HashMap<>();

  /** The number that each member has reached. */
  private final List<Long> reachedBy = new ArrayList<>();

  /** For each place the urgent message, as a step names it; {@link #OWN} if there is none. */
  private final LongToInt urgent = new LongToInt();

  private final Covering<P> choices = new Covering<>(pasts, this::withoutChoices, this::offers);

  @SuppressWarnings("this-escape") // Nothing is asked before the exploration begins.
  protected LocalExplorer(LongFunction<RandomGenerator> streams, int limit, Network network) {
    super(streams, limit);
    this.standing = network == Network.STANDING;
  }

  /** The state of these members, with these messages under way. */
  protected final int[] state(List<Member<F>> all, P past, Collection<InFlight> underWay) {
    int[] state = new int[all.size() + 1];
    state[all.size()] = pasts.number(past);
    int stage = stage(state[all.size()]);
    for (int at = 0; at < all.size(); at++) {
      state[at] = places.number(members.number(all.get(at)), 0);
    }
    for (InFlight message : underWay) {
      int to = message.to();
      state[to] = sent(state[to], bags.number(new int[] {messages.number(message)}), stage);
    }
    return state;
  }

  protected final P past(int[] state) {
    return pasts.value(state[state.length - 1]);
  }

  /** The member at a place in a state. */
  protected final Member<F> member(int[] state, int at) {
    return members.value(places.first(state[at]));
  }

  @Override
  protected final void after(int[] state, Steps all) {
    int past = state[state.length - 1];
    for (int at = 0; at < state.length - 1; at++) {
      int[] from = state;
      List<Integer> told = told(state, at, all);
      for (int each = 0; each < told.size(); each++) {
        boolean whole = each == 0;
        if (!whole) {
          from = state.clone();
          from[at] = told.get(each);
        }
        int member = places.first(from[at]);
        int bag = places.second(from[at]);
        int own = whole ? OWN : MINDING;
        go(from, at, bag, moments.number(member, past), own, true, all);
        int last = -1;
        for (int message : bags.get(bag)) {
          if (message != last && !mayWait(member, message)) {
            boolean same = whole || minds(members.value(member), messages.value(message));
            arrive(from, at, message, same, all);
          }
          last = message;
        }
      }
    }
  }

  /** The states that differ from one in what members were told that may wait; it is among them. */
  protected final List<int[]> told(int[] state) {
    List<int[]> all = new ArrayList<>(List.of(state));
    for (int at = 0; at < state.length - 1; at++) {
      for (int[] each : List.copyOf(all)) {
        for (int place : told(each, at, (_, _, _) -> {})) {
          if (place != each[at]) {
            int[] next = each.clone();
            next[at] = place;
            all.add(next);
          }
        }
      }
    }
    return all;
  }

  private boolean mayWait(int member, int message) {
    return standing && waits(members.value(member), messages.value(message));
  }

  /**
   * Returns the places of a member once it is told any of what may wait; first its place as it is.
   * Where that has another effect, it is a step as any other.
   */
  private List<Integer> told(int[] state, int at, Steps all) {
    int past = state[state.length - 1];
    List<Integer> told = new ArrayList<>(1);
    told.add(state[at]);
    for (int each = 0; each < told.size(); each++) {
      int[] from = state.clone();
      from[at] = told.get(each);
      int member = places.first(from[at]);
      int bag = places.second(from[at]);
      for (int message : bags.get(bag)) {
        if (mayWait(member, message)) {
          int moment = moments.number(member, past);
          Move[] moves = moves(moment, message + 1);
          for (int number = 0; number < moves.length; number++) {
            int[] next = next(from, at, bag, moves[number]);
            if (moves[number].broken() == null && isElsewhereSame(next, state, at)) {
              if (!told.contains(next[at])) {
                told.add(next[at]);
              }
            } else {
              add(from, next, at, moment, message + 1, number, all);
            }
          }
        }
      }
    }
    return told;
  }

  private static boolean isElsewhereSame(int[] next, int[] state, int at) {
    for (int each = 0; each < state.length; each++) {
      if (each != at && next[each] != state[each]) {
        return false;
      }
    }
    return true;
  }

  private void arrive(int[] state, int at, int message, boolean whole, Steps all) {
    int past = state[state.length - 1];
    int member = places.first(state[at]);
    int bag = places.second(state[at]);
    int moment = moments.number(member, past);
    if (standing && stays(messages.value(message))) {
      go(state, at, bag, moment, message + 1, whole, all);
      return;
    }
    int rest = bags.without(bag, message);
    go(state, at, rest, moment, message + 1, whole, all);
    if (!standing) {
      pasts
          .value(past)
          .less(ChoiceKind.DUPLICATE)
          .ifPresent(
              less -> {
                int doubled = moments.number(member, pasts.number(less));
                go(state, at, bag, doubled, message + 1, true, all);
              });
    }
  }

  /**
   * @param whole whether all of these steps are taken; else only those that leave another past
   */
  private void go(int[] state, int at, int bag, int moment, int message, boolean whole, Steps all) {
    Move[] each = moves(moment, message);
    for (int number = 0; number < each.length; number++) {
      if (whole || each[number].past() != state[state.length - 1]) {
        int[] next = next(state, at, bag, each[number]);
        add(state, next, at, moment, message, number, all);
      }
    }
  }

  /** The state after a step. */
  private int[] next(int[] state, int at, int bag, Move move) {
    int[] next = state.clone();
    int stage = stage(move.past());
    next[at] = settled(move.member(), bag, stage);
    next[next.length - 1] = move.past();
    for (int to = 0; to < move.sent().length; to += 2) {
      next[move.sent()[to]] = sent(next[move.sent()[to]], move.sent()[to + 1], stage);
    }
    if (stage != stage(state[state.length - 1])) {
      for (int place = 0; place < next.length - 1; place++) {
        next[place] = settled(places.first(next[place]), places.second(next[place]), stage);
      }
    }
    if (standing) {
      rise(next);
    }
    return next;
  }

  private void add(
      int[] state, int[] next, int at, int moment, int message, int number, Steps all) {
    Move move = moves(moment, message)[number];
    if (move.broken() != null || !Arrays.equals(next, state) && isOfInterest(state, next, at)) {
      Supplier<String> what = () -> locals(moment, message).get(number).what().get();
      if (move.broken() == null && standing) {
        settle(next, what, all);
      } else {
        all.add(next, move.broken(), what);
      }
    }
  }

  /** Adds a state; where a message is urgent there, those once it has arrived. */
  private void settle(int[] state, Supplier<String> what, Steps all) {
    for (int at = 0; at < state.length - 1; at++) {
      int message = urgent(state[at]);
      if (message != OWN) {
        int moment = moments.number(places.first(state[at]), state[state.length - 1]);
        int bag = places.second(state[at]);
        if (!stays(messages.value(message - 1))) {
          bag = bags.without(bag, message - 1);
        }
        Move[] each = moves(moment, message);
        for (int number = 0; number < each.length; number++) {
          int[] next = next(state, at, bag, each[number]);
          int which = number;
          Supplier<String> both =
              () -> what.get() + "; " + locals(moment, message).get(which).what().get();
          if (each[number].broken() == null) {
            settle(next, both, all);
          } else {
            all.add(next, each[number].broken(), both);
          }
        }
        return;
      }
    }
    all.add(state, null, what);
  }

  private int urgent(int place) {
    int known = urgent.get(place);
    if (known < 0) {
      Member<F> member = members.value(places.first(place));
      known =
          Arrays.stream(bags.get(places.second(place)))
              .filter(message -> isUrgent(member, messages.value(message)))
              .map(message -> message + 1)
              .findFirst()
              .orElse(OWN);
      urgent.put(place, known);
    }
    return known;
  }

  private boolean isOfInterest(int[] state, int[] next, int at) {
    if (!standing) {
      return true;
    }
    P past = pasts.value(next[next.length - 1]);
    if (isPointless(past)) {
      return false;
    }
    for (int each = 0; each < next.length - 1; each++) {
      if (each != at && next[each] != state[each]) {
        return true;
      }
    }
    // The messages for the member may be fewer after the step, and never more.
    return !restricts(
        member(state, at), member(next, at), pasts.value(state[state.length - 1]), past);
  }

  /** Drops the messages that come too late, whatever happens to their receivers. */
  private void rise(int[] next) {
    long[] reached = new long[next.length - 1];
    for (int at = 0; at < reached.length; at++) {
      reached[at] = reached(places.first(next[at]));
    }
    P past = pasts.value(next[next.length - 1]);
    for (int at = 0; at < reached.length; at++) {
      long floor = floor(reached, at, past);
      if (floor != NO_FLOOR) {
        LongToInt risen = floors.computeIfAbsent(floor, _ -> new LongToInt());
        int known = risen.get(next[at]);
        if (known < 0) {
          known = risen(next[at], floor);
          risen.put(next[at], known);
        }
        next[at] = known;
      }
    }
  }

  private long reached(int member) {
    while (reachedBy.size() <= member) {
      reachedBy.add(reached(members.value(reachedBy.size())));
    }
    return reachedBy.get(member);
  }

  private int risen(int place, long floor) {
    int[] left =
        Arrays.stream(bags.get(places.second(place)))
            .filter(message -> !isBelow(messages.value(message), floor))
            .toArray();
    return places.number(places.first(place), bags.number(left));
  }

  /** Whether a state was reached that is this one, but for more choices that are left. */
  @Override
  protected final boolean isCovered(int[] state, StateTable states) {
    return standing && choices.isCovered(state, states);
  }

  private Move[] moves(int moment, int message) {
    long key = (long) moment << 32 | message;
    int known = steps.get(key);
    if (known < 0) {
      known = moves.size();
      moves.add(locals(moment, message).stream().map(this::move).toArray(Move[]::new));
      steps.put(key, known);
    }
    return moves.get(known);
  }

  private List<Local<F, P>> locals(int moment, int message) {
    Member<F> member = members.value(moments.first(moment));
    P past = pasts.value(moments.second(moment));
    return switch (message) {
      case OWN -> own(member, past);
      case MINDING -> minding(member, past);
      default -> arrive(member, past, messages.value(message - 1));
    };
  }

  private Move move(Local<F, P> local) {
    TreeMap<Integer, Integer> sent = new TreeMap<>();
    for (InFlight message : local.sent()) {
      int one = bags.number(new int[] {messages.number(message)});
      sent.merge(message.to(), one, this::both);
    }
    int[] flat = new int[2 * sent.size()];
    int at = 0;
    for (var each : sent.entrySet()) {
      flat[at++] = each.getKey();
      flat[at++] = each.getValue();
    }
    return new Move(
        members.number(local.member()), pasts.number(local.past()), flat, local.broken());
  }

  private int both(int bag, int other) {
    return standing ? bags.union(bag, other) : bags.sum(bag, other);
  }

  private int stage(int past) {
    while (stageOf.size() <= past) {
      stageOf.add(stage(pasts.value(stageOf.size())));
    }
    return stageOf.get(past);
  }

  /** The place of a member when messages were sent to it. */
  private int sent(int place, int bag, int stage) {
    LongToInt arrived = stages.get(stage).arrived;
    long key = (long) place << 32 | bag;
    int known = arrived.get(key);
    if (known < 0) {
      known = settled(places.first(place), both(places.second(place), bag), stage);
      arrived.put(key, known);
    }
    return known;
  }

  /** The place of a member that has these messages under way to it, of which some may be dead. */
  private int settled(int member, int bag, int stage) {
    LongToInt settled = stages.get(stage).settled;
    long key = (long) member << 32 | bag;
    int known = settled.get(key);
    if (known < 0) {
      List<InFlight> all = Arrays.stream(bags.get(bag)).mapToObj(messages::value).toList();
      List<InFlight> left = left(members.value(member), all, stage);
      int[] numbers = left.stream().mapToInt(messages::number).sorted().toArray();
      known = places.number(member, bags.number(numbers));
      settled.put(key, known);
    }
    return known;
  }
}
