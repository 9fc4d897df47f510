package tutti.simulator.history;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tutti.simulator.history.ActorLog.Made;
import tutti.simulator.history.ActorLog.Seen;
import tutti.simulator.history.Operation.Outcome;
import tutti.simulator.history.graph.Graph;

/**
 * The graph of dependencies among operations that happened: which must come before which.
 *
 * <p>Each effect of an actor has two auxiliary nodes: P<sub>k</sub>, the effects up to the
 * <i>k</i>th, and S<sub>k</sub>, the effects from the <i>k</i>th on. A writer leads into its P,
 * each P into the next, and the P that an effect follows into its writer; a reader of <i>k</i>
 * effects comes out of P<sub>k</sub> and leads into S<sub>k+1</sub>, which leads to its writer and
 * to the next S. Effects that commute thus have no path between them. For real time there are
 * moments in a row: an answer leads into the next moment, and each moment to the operations that
 * were asked for before the next.
 */
final class OperationGraph {
  private final List<Operation> operations;
  private final List<ActorLog> actors;
  private final int[] members;
  private final int[] numbers;
  private final int[] base;
  private final int[] invoked;
  private final int[] answered;
  private final Graph graph;

  /**
   * @param actors the actors whose effects count
   * @param members the operations that happened and touch one of these actors, ascending
   * @param realTime whether an operation that was answered comes before one that was asked for
   *     later
   * @param scratch an array as long as the number of operations
   */
  OperationGraph(
      List<Operation> operations,
      List<ActorLog> actors,
      int[] members,
      boolean realTime,
      int[] scratch) {
    this.operations = operations;
    this.actors = actors;
    this.members = members;
    numbers = scratch;
    for (int i = 0; i < members.length; i++) {
      numbers[members[i]] = i;
    }
    base = new int[actors.size() + 1];
    base[0] = members.length;
    for (int i = 0; i < actors.size(); i++) {
      base[i + 1] = base[i] + 2 * actors.get(i).effects();
    }
    int moments = base[actors.size()];
    if (realTime) {
      invoked = inOrder(i -> true, Operation::invoked);
      answered = inOrder(OperationGraph::wasAnswered, Operation::completed);
    } else {
      invoked = new int[0];
      answered = new int[0];
    }
    graph =
        new Graph(
            members.length,
            moments + answered.length,
            sink -> {
              for (int i = 0; i < actors.size(); i++) {
                effects(i, sink);
              }
              time(moments, sink);
            });
  }

  Graph graph() {
    return graph;
  }

  /** The operation of a transaction node of the graph. */
  int operation(int node) {
    return members[node];
  }

  /** The actor of an auxiliary node, or null for a moment. */
  @Nullable ActorLog actor(int node) {
    int at = place(node);
    return at < actors.size() ? actors.get(at) : null;
  }

  /** The rank of the effect of its actor that an auxiliary node stands for: 1 is the first. */
  int rank(int node) {
    return (node - base[place(node)]) / 2 + 1;
  }

  /** The number of the actor of an auxiliary node, or one more than there are. */
  private int place(int node) {
    int found = Arrays.binarySearch(base, node);
    int at = found < 0 ? -found - 2 : found;
    // Actors without effects begin at the place of the next actor: the last of them has the node.
    while (at + 1 < base.length && base[at + 1] == base[at]) {
      at++;
    }
    return at;
  }

  /** Whether the client was told, at a moment that is known, that the operation happened. */
  static boolean wasAnswered(Operation operation) {
    return operation.outcome() == Outcome.COMMITTED && operation.completed() != Operation.NEVER;
  }

  private void effects(int index, Graph.Sink sink) {
    ActorLog actor = actors.get(index);
    for (int rank = 1; rank <= actor.effects(); rank++) {
      Made effect = actor.effect(rank);
      int writer = numbers[effect.operation()];
      int upTo = base[index] + 2 * (rank - 1);
      int from = upTo + 1;
      sink.edge(writer, upTo, Graph.Kind.MADE);
      sink.edge(from, writer, Graph.Kind.MADE_LATER);
      if (rank < actor.effects()) {
        sink.edge(upTo, upTo + 2, Graph.Kind.UP_TO_NEXT);
        sink.edge(from, from + 2, Graph.Kind.FROM_NEXT);
      }
      int follows = actor.rank(effect.write().follows());
      if (follows > 0) {
        sink.edge(base[index] + 2 * (follows - 1), writer, Graph.Kind.WRITES_AFTER);
      }
    }
    for (Seen look : actor.looks()) {
      int reader = numbers[look.operation()];
      int saw = actor.rank(look.follows());
      if (saw > 0) {
        sink.edge(base[index] + 2 * (saw - 1), reader, Graph.Kind.SAW);
      }
      int had = actor.rank(look.until());
      if (had < actor.effects()) {
        sink.edge(reader, base[index] + 2 * had + 1, Graph.Kind.MISSED);
      }
    }
  }

  private void time(int moments, Graph.Sink sink) {
    int moment = moments - 1;
    int told = 0;
    for (int asked : invoked) {
      long now = operations.get(members[asked]).invoked();
      boolean later = false;
      while (told < answered.length && operations.get(members[answered[told]]).completed() < now) {
        if (!later) {
          later = true;
          if (moment >= moments) {
            sink.edge(moment, moment + 1, Graph.Kind.PASSED);
          }
          moment++;
        }
        sink.edge(answered[told], moment, Graph.Kind.ENDED);
        told++;
      }
      if (moment >= moments) {
        sink.edge(moment, asked, Graph.Kind.BEGAN);
      }
    }
  }

  private int[] inOrder(Predicate<Operation> which, ToLongFunction<Operation> when) {
    return IntStream.range(0, members.length)
        .filter(i -> which.test(operations.get(members[i])))
        .boxed()
        .sorted(Comparator.comparingLong(i -> when.applyAsLong(operations.get(members[i]))))
        .mapToInt(Integer::intValue)
        .toArray();
  }
}
