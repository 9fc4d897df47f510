package tutti.simulator.twophase;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tutti.model.testing.Effort;
import tutti.protocol.commit.CommitMachine;
import tutti.protocol.commit.Input;
import tutti.protocol.commit.Output;
import tutti.protocol.commit.RecordKind;
import tutti.protocol.commit.twophase.Message;
import tutti.protocol.commit.twophase.Presumption;
import tutti.protocol.machine.Address;
import tutti.protocol.machine.Effect;
import tutti.protocol.machine.Event;
import tutti.simulator.explorer.world.Machines;
import tutti.simulator.twophase.Model.Ask;
import tutti.simulator.twophase.Model.Plan;
import tutti.simulator.twophase.World.Site;
import tutti.simulator.twophase.World.Written;

/**
 * One coordinator, two participants, and everything that can happen to them with a few faults: each
 * reachable world is looked at, and from each the transaction ends once nothing goes wrong any
 * more.
 */
class TwoPhaseModelTest {

  /** How many things go wrong at most; with a third the search would take minutes. */
  private static final int FAULTS = 2;

  /** Where the search takes longest: what the others do is done once more. */
  private static final int FAULTS_OF_THE_LARGEST = 1;

  enum Transaction {
    VOTES_AS_EXECUTED(Set.of(0, 1, 2), new Ask(1, 1, true), new Ask(2, 1, true)),
    VOTES_WHEN_ASKED(Set.of(1, 2), new Ask(1, 1, false), new Ask(2, 1, false)),
    ONE_ONLY_LOOKS(Set.of(1), new Ask(1, 1, true), new Ask(2, 1, true)),
    ALL_ONLY_LOOK(Set.of(), new Ask(1, 1, false), new Ask(2, 1, false)),
    VOTES_AGAIN(Set.of(0, 1), new Ask(1, 1, true), new Ask(2, 1, true), new Ask(1, 2, true)),
    VOTES_THEN_IS_ASKED(
        Set.of(1, 2), new Ask(1, 1, true), new Ask(2, 1, true), new Ask(1, 2, false));

    private final Plan plan;

    Transaction(Set<Integer> changers, Ask... asks) {
      this.plan = new Plan(List.of(asks), new TreeSet<>(changers));
    }
  }

  static Stream<Arguments> transactions() {
    return Arrays.stream(Transaction.values())
        .flatMap(
            transaction ->
                Arrays.stream(Presumption.values())
                    .map(presumption -> Arguments.of(transaction, presumption)));
  }

  /** A choice of cases, another one from run to run. */
  static List<Arguments> some() {
    return Effort.some(transactions().toList());
  }

  @ParameterizedTest
  @MethodSource("some")
  void endsAlikeEverywhereWhateverHappens(Transaction transaction, Presumption presumption) {
    search(
        transaction,
        presumption,
        isLarge(transaction, presumption) ? FAULTS_OF_THE_LARGEST : FAULTS);
  }

  private static boolean isLarge(Transaction transaction, Presumption presumption) {
    return presumption == Presumption.NOTHING || isLargePresumingAborts(transaction, presumption);
  }

  private static boolean isLargePresumingAborts(Transaction transaction, Presumption presumption) {
    return presumption == Presumption.ABORT
        && Set.of(Transaction.VOTES_AS_EXECUTED, Transaction.VOTES_THEN_IS_ASKED)
            .contains(transaction);
  }

  static Stream<Arguments> large() {
    return transactions()
        .filter(it -> isLargePresumingAborts((Transaction) it.get()[0], (Presumption) it.get()[1]));
  }

  @Tag("slow")
  @ParameterizedTest
  @MethodSource("large")
  void endsAlikeEverywhereWhateverHappensInTheLargest(
      Transaction transaction, Presumption presumption) {
    search(transaction, presumption, FAULTS);
  }

  private static void search(Transaction transaction, Presumption presumption, int faults) {
    Plan plan = transaction.plan;
    Model model = new Model(plan, presumption, 3);
    Map<Object, Character> numbers = new HashMap<>();
    Set<String> seen = new HashSet<>();
    Set<String> ends = new HashSet<>();
    Deque<World> open = new ArrayDeque<>();
    open.push(model.start(faults));
    boolean committed = false;
    boolean aborted = false;
    while (!open.isEmpty()) {
      World world = open.pop();
      check(plan, world);
      if (world.quiet()) {
        Set<String> path = new HashSet<>();
        World end =
            model.settled(
                world,
                now -> {
                  path.add(now.key(numbers));
                  return ends.contains(now.key(numbers));
                });
        ends.addAll(path);
        if (end.over()) {
          check(plan, end);
          committed |= end.toldCommit;
          aborted |= end.toldAbort;
        }
      }
      for (World next : model.next(world)) {
        if (seen.add(next.key(numbers))) {
          open.push(next);
        }
      }
    }
    checkYesVotersObey(model.machines());
    assertThat(committed).isTrue();
    assertThat(aborted).isTrue();
  }

  /** I3, for every step that any machine took: but for what has executed since its newest vote. */
  private static void checkYesVotersObey(Machines<CommitMachine, Input, Output> machines) {
    machines.forEachStep(
        (machine, event, effects) -> {
          if (machine.phase().equals("prepared")
              && !(event instanceof Event.Received<Input>(Address _, Message.Prepare _))
              && !(event instanceof Event.Input<Input>(Input.Objected _))) {
            for (boolean commit : List.of(true, false)) {
              if (effects.contains(new Effect.Output<>(new Output.Decide(commit)))
                  && !event.equals(
                      new Event.Received<>(new Address.Peer(0), new Message.Decide(commit)))) {
                throw new AssertionError("I3, but not with " + event + " in " + machine);
              }
            }
          }
        });
  }

  private static void check(Plan plan, World world) {
    boolean decided = world.decided();
    holds(!(world.toldCommit && world.toldAbort), "I4: one outcome is told", world);
    holds(!(world.toldAbort && decided), "I4: an abort is told only if nothing is decided", world);
    holds(
        decided || !world.toldCommit || plan.changers().isEmpty(),
        "I4: a commit that changes something is told only once it is durable",
        world);
    for (int node = 1; node < world.nodes(); node++) {
      Site site = world.site(node);
      Set<Integer> right =
          decided && plan.changers().contains(node) ? Set.of(branch(world, node)) : Set.of();
      holds(
          right.containsAll(site.applied), "I1: only what is decided is applied, and once", world);
      holds(Collections.disjoint(right, site.undone), "I1: what is decided is not undone", world);
      holds(
          right.isEmpty() || hasVoted(plan, site, node, right),
          "I2: a commit is decided only on durable votes for all that was executed",
          world);
      holds(!world.over() || site.applied.equals(right), "I5: what is decided is applied", world);
    }
  }

  private static void holds(boolean condition, String invariant, World world) {
    if (!condition) {
      throw new AssertionError(invariant + ", but not in " + world);
    }
  }

  private static boolean hasVoted(Plan plan, Site site, int node, Set<Integer> branch) {
    return site.log.subList(0, site.durable).stream()
        .anyMatch(
            written ->
                written.entry() == RecordKind.VOTE
                    && branch.contains(written.branch())
                    && written.round() == plan.lastRound(node));
  }

  /** The branch of that node, which changed something, that the decision counts on. */
  private static int branch(World world, int node) {
    Written decision =
        world.site(0).log.stream()
            .filter(written -> written.entry() == RecordKind.DECISION)
            .findFirst()
            .orElseThrow();
    Integer branch = decision.branches().get(node);
    holds(branch != null, "I2: who changed something has voted Yes", world);
    return branch;
  }
}
