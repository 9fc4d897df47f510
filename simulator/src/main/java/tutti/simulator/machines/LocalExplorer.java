package tutti.simulator.machines;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tutti.simulator.commit.table.IntMultisets;
import tutti.simulator.commit.table.IntPairs;
import tutti.simulator.commit.table.InternTable;
import tutti.simulator.commit.table.LongToInt;

/**
 * An explorer of a world in which each step is one member's. Such a step is worked out once for a
 * member, a past and a message, whatever the other members are doing at the time; a state is the
 * number of each member with the messages for it, and the number of the past. Confined to one
 * thread.
 *
 * @param <L> the members; no two that may act at a time are equal
 * @param <P> the facts about the past, and the choices that are left
 * @param <M> the messages
 */
public abstract class LocalExplorer<L, P, M> extends MachineExplorer {

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

  private final boolean standing;
  private final InternTable<L> members = new InternTable<>();
  private final InternTable<P> pasts = new InternTable<>();
  private final InternTable<M> messages = new InternTable<>();
  private final IntMultisets bags = new IntMultisets();

  /** A member with the messages for it. */
  private final IntPairs places = new IntPairs();

  /** A member at a moment of the past. */
  private final IntPairs moments = new IntPairs();

  private final LongToInt steps = new LongToInt();
  private final List<Move[]> moves = new ArrayList<>();
  private final List<Integer> stageOf = new ArrayList<>();
  private final List<Settling> stages = List.of(new Settling(), new Settling(), new Settling());

  protected LocalExplorer(String stream, int limit, Network network) {
    super(stream, limit);
    this.standing = network == Network.STANDING;
  }

  /** The steps that a member can take by itself. */
  protected abstract List<Local<L, P, M>> own(L member, P past);

  /** The steps that it can take when a message arrives; none if the message has to wait. */
  protected abstract List<Local<L, P, M>> arrive(L member, P past, M message);

  /** The place of the member that a message is for. */
  protected abstract int receiver(M message);

  /** Whether a message stays under way, in a network where messages do. */
  protected abstract boolean stays(M message);

  /** A number, 0 to 2, of the things that may still happen by which a message may matter. */
  protected int stage(P past) {
    return 0;
  }

  /**
   * The messages under way to a member without those that can make no difference any more, from now
   * on; messages by which it may do the same may be one.
   */
  protected abstract List<M> left(L receiver, List<M> underWay, int stage);

  /** The past after one more message has been doubled; empty if none may be. */
  protected abstract Optional<P> doubling(P past);

  /** The state of these members, with these messages under way. */
  protected final int[] state(List<L> all, P past, Collection<M> underWay) {
    int[] state = new int[all.size() + 1];
    state[all.size()] = pasts.number(past);
    int stage = stage(state[all.size()]);
    for (int at = 0; at < all.size(); at++) {
      state[at] = places.number(members.number(all.get(at)), 0);
    }
    for (M message : underWay) {
      int to = receiver(message);
      state[to] = sent(state[to], bags.number(new int[] {messages.number(message)}), stage);
    }
    return state;
  }

  protected final P past(int[] state) {
    return pasts.value(state[state.length - 1]);
  }

  /** The member at a place in a state. */
  protected final L member(int[] state, int at) {
    return members.value(places.first(state[at]));
  }

  @Override
  protected final void after(int[] state, Steps all) {
    int past = state[state.length - 1];
    for (int at = 0; at < state.length - 1; at++) {
      int member = places.first(state[at]);
      int bag = places.second(state[at]);
      go(state, at, bag, moments.number(member, past), OWN, all);
      int last = -1;
      for (int message : bags.get(bag)) {
        if (message != last) {
          arrive(state, at, message, all);
        }
        last = message;
      }
    }
  }

  private void arrive(int[] state, int at, int message, Steps all) {
    int past = state[state.length - 1];
    int member = places.first(state[at]);
    int bag = places.second(state[at]);
    if (standing && stays(messages.value(message))) {
      go(state, at, bag, moments.number(member, past), message + 1, all);
      return;
    }
    int rest = bags.without(bag, message);
    go(state, at, rest, moments.number(member, past), message + 1, all);
    if (!standing) {
      doubling(pasts.value(past))
          .ifPresent(
              less ->
                  go(state, at, bag, moments.number(member, pasts.number(less)), message + 1, all));
    }
  }

  private void go(int[] state, int at, int bag, int moment, int message, Steps all) {
    Move[] each = moves(moment, message);
    for (int number = 0; number < each.length; number++) {
      Move move = each[number];
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
      if (move.broken() != null || !Arrays.equals(next, state)) {
        int step = number;
        all.add(next, move.broken(), () -> locals(moment, message).get(step).what().get());
      }
    }
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

  private List<Local<L, P, M>> locals(int moment, int message) {
    L member = members.value(moments.first(moment));
    P past = pasts.value(moments.second(moment));
    return message == OWN ? own(member, past) : arrive(member, past, messages.value(message - 1));
  }

  private Move move(Local<L, P, M> local) {
    TreeMap<Integer, Integer> sent = new TreeMap<>();
    for (M message : local.sent()) {
      int one = bags.number(new int[] {messages.number(message)});
      sent.merge(receiver(message), one, this::both);
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
      List<M> all = Arrays.stream(bags.get(bag)).mapToObj(messages::value).toList();
      List<M> left = left(members.value(member), all, stage);
      int[] numbers = left.stream().mapToInt(messages::number).sorted().toArray();
      known = places.number(member, bags.number(numbers));
      settled.put(key, known);
    }
    return known;
  }
}
