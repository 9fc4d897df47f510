package tutti.simulator.commit;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.LongConsumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tutti.simulator.commit.CommitExploration.Violation;
import tutti.simulator.commit.rule.Agreement;
import tutti.simulator.commit.rule.LivenessCheck;
import tutti.simulator.commit.rule.OnceAtMost;
import tutti.simulator.commit.rule.ProtocolClaims;
import tutti.simulator.commit.rule.Rule;
import tutti.simulator.commit.state.GlobalState;
import tutti.simulator.commit.state.StateNumbers;
import tutti.simulator.commit.step.StepFormatter;
import tutti.simulator.commit.step.Successors;
import tutti.simulator.commit.step.Transition;
import tutti.simulator.commit.step.TransitionRelation;
import tutti.simulator.explorer.table.StateTable;
import tutti.simulator.explorer.world.Finding;

/**
 * A search that reaches every state of one transaction, the states that are the fewest steps away
 * first.
 */
final class Search {
  private final TransitionRelation laws;
  private final StateNumbers catalogue = new StateNumbers();
  private final Successors steps;
  private final StateTable states;
  private final List<Rule> rules = new ArrayList<>();
  private final LivenessCheck patience;
  private final Predicate<GlobalState> claimed;
  private final String transaction;
  private final int limit;
  private final LongConsumer progress;

  /** The states in which something is wrong: the search does not go on from them. */
  private final BitSet wrong = new BitSet();

  private final Set<String> broken = new HashSet<>();
  private final SortedSet<String> ends = new TreeSet<>();
  private final List<Violation> violations = new ArrayList<>();
  private long transitions;
  private boolean stops;

  /**
   * @param claimed whether the protocol is judged by a fault in that state
   * @param transaction the transaction in words
   */
  Search(
      TransitionRelation laws,
      ProtocolClaims claims,
      Predicate<GlobalState> claimed,
      String transaction,
      int limit,
      boolean reduced,
      LongConsumer progress) {
    this.laws = laws;
    this.steps = new Successors(laws, catalogue, reduced);
    this.states = StateNumbers.table(laws.nodes());
    this.rules.addAll(Agreement.rules(laws.changers()));
    this.rules.addAll(claims.rules(laws));
    if (laws.acts()) {
      rules.add(new OnceAtMost(laws.changers()));
    }
    this.patience = new LivenessCheck(laws, claims, catalogue);
    this.claimed = claimed;
    this.transaction = transaction;
    this.limit = limit;
    this.progress = progress;
  }

  /**
   * Goes on until there are no more states, or something is wrong that should not be, or its thread
   * is interrupted.
   */
  CommitExploration run() {
    states.add(catalogue.key(laws.start()), -1);
    int deepest = 0;
    int level = 1;
    for (int state = 0; state < states.size() && !stops && states.size() < limit; state++) {
      if (state == level) {
        deepest++;
        level = states.size();
      }
      if (!wrong.get(state)) {
        expand(state);
      }
      if ((state & 0xFFF) == 0) {
        stops |= Thread.currentThread().isInterrupted();
      }
      if ((state & 0xFFFF) == 0) {
        progress.accept(states.size());
      }
    }
    boolean complete = !stops && states.size() < limit;
    return new CommitExploration(states.size(), transitions, deepest, complete, ends, violations);
  }

  private void expand(int state) {
    follow(
        state,
        (next, how) -> {
          transitions++;
          if (!stops && states.add(next, state)) {
            judge(next, states.size() - 1);
          }
        });
  }

  private void follow(int state, Successors.Sink sink) {
    int[] key = states.key(state);
    if (states.before(state) < 0) {
      laws.closed(catalogue.world(key), (next, how) -> sink.next(catalogue.key(next), how));
    } else {
      steps.after(key, sink);
    }
  }

  private void judge(int[] key, int state) {
    GlobalState world = catalogue.world(key);
    Finding finding = finding(world, key);
    if (finding == null) {
      return;
    }
    wrong.set(state);
    boolean counts = claimed.test(world);
    if (broken.add(finding.rule() + counts)) {
      violations.add(
          new Violation(transaction, finding.rule(), finding.text(), counts, story(state)));
    }
    stops = counts;
  }

  private @Nullable Finding finding(GlobalState world, int[] key) {
    for (Rule rule : rules) {
      Finding finding = rule.broken(world);
      if (finding != null) {
        return finding;
      }
    }
    if (!steps.settled(key)) {
      return null;
    }
    ends.add(world.end());
    return patience.wrong(catalogue.world(steps.arriving(key)));
  }

  private List<String> story(int state) {
    List<String> story = new ArrayList<>();
    int before = 0;
    for (int each : states.path(state)) {
      List<Transition> ways = new ArrayList<>();
      follow(
          before,
          (next, how) -> {
            if (states.find(next) == each) {
              ways.add(how);
            }
          });
      story.add(StepFormatter.of(ways.getFirst(), catalogue.world(states.key(before))));
      before = each;
    }
    return story;
  }
}
