package tutti.model.cost;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * A rewriting of a program, and the latency that the equation predicts for it. The paper names
 * three (Reactors §2.4): more calls are asynchronous, processing overlaps with sub-transactions,
 * and there is less processing. The equation knows no data dependencies: a call whose arguments
 * need the result of another one cannot be made beside it.
 *
 * <p>For example, of a payment that credits seven accounts one after the other, the rewriting
 * {@link Kind#RAISE_CALLS} of {@code Pay} makes all credits at the same time.
 *
 * @param kind the change
 * @param procedure the name of the sub-transactions that are changed, as {@link
 *     SubTransactionCost#name()}
 * @param concerned the names of the calls that are made in another way, each once
 * @param after the latency afterwards, in nanoseconds
 */
public record Rewriting(Kind kind, String procedure, List<String> concerned, Times after) {
  /** A rewriting that gains less than this share of the latency is none. */
  private static final double LEAST_GAIN = 0.01;

  /** The changes, with the paper's numbers of them. */
  public enum Kind {
    /**
     * Rewriting 1: calls that are waited for one by one are all made first, and their results taken
     * last.
     */
    OVERLAP_CALLS(1),

    /**
     * Rewriting 1: calls that sub-transactions on the own actor make are made by the caller itself,
     * all at the same time.
     */
    RAISE_CALLS(1),

    /** Rewriting 2: processing is done while asynchronous calls are under way. */
    OVERLAP_PROCESSING(2),

    /** Rewriting 2: actors of the same container live in others, and are called asynchronously. */
    SPREAD_ACTORS(2),

    /** Rewriting 3: one call of a procedure of the own actor does what several do. */
    MERGE_CALLS(3);

    private final int number;

    Kind(int number) {
      this.number = number;
    }

    /** Returns the number of the rewriting in the paper's list, from 1 to 3. */
    public int number() {
      return number;
    }
  }

  /** A rewriting needs a program that is known by its name. */
  public Rewriting {
    concerned = List.copyOf(concerned);
  }

  /**
   * Returns the rewritings that lower a transaction's latency by a hundredth or more, the best one
   * first. Each stands for itself: their gains do not add up.
   *
   * @param spread the way to another container: its {@code C_s} and {@code C_r} are those of actors
   *     that {@link Kind#SPREAD_ACTORS} moves there
   */
  public static List<Rewriting> of(TransactionCost transaction, CallCost spread) {
    double before = transaction.latency().total();
    List<Rewriting> found = new ArrayList<>();
    for (String name : names(transaction.root(), new LinkedHashSet<>())) {
      for (Kind kind : Kind.values()) {
        Change change = change(kind, spread);
        SubTransactionCost changed =
            transaction.root().mapped(each -> each.name().equals(name) ? change.apply(each) : each);
        Times after = transaction.with(changed).latency();
        if (before - after.total() >= LEAST_GAIN * before) {
          found.add(new Rewriting(kind, name, List.copyOf(change.concerned), after));
        }
      }
    }
    found.sort(Comparator.comparingDouble(each -> each.after.total()));
    return found;
  }

  private static Set<String> names(SubTransactionCost of, Set<String> into) {
    into.add(of.name());
    of.calls().forEach(call -> names(call.called(), into));
    return into;
  }

  private static Change change(Kind kind, CallCost spread) {
    Set<String> concerned = new LinkedHashSet<>();
    return new Change(
        concerned,
        switch (kind) {
          case OVERLAP_CALLS -> of -> overlapCalls(of, concerned);
          case RAISE_CALLS -> of -> raiseCalls(of, concerned);
          case OVERLAP_PROCESSING -> of -> overlapProcessing(of);
          case SPREAD_ACTORS -> of -> spreadActors(of, spread, concerned);
          case MERGE_CALLS -> of -> mergeCalls(of, concerned);
        });
  }

  /** A change of a sub-transaction, which notes the names of the calls that it concerns. */
  private record Change(Set<String> concerned, UnaryOperator<SubTransactionCost> body) {
    SubTransactionCost apply(SubTransactionCost of) {
      return body.apply(of);
    }
  }

  /** Returns all processing of a sub-transaction, that of its calls left out. */
  private static double processing(SubTransactionCost of) {
    return of.sections().stream()
        .mapToDouble(section -> section.sequentialNanos() + section.overlappedNanos())
        .sum();
  }

  private static Stream<CallCost> waitedFor(SubTransactionCost of) {
    return of.sections().stream()
        .flatMap(section -> Stream.of(section.sequential(), section.overlapped()))
        .flatMap(List::stream);
  }

  private static Stream<CallCost> asynchronous(SubTransactionCost of) {
    return of.sections().stream().flatMap(section -> section.asynchronous().stream());
  }

  private static SubTransactionCost overlapCalls(SubTransactionCost of, Set<String> concerned) {
    List<CallCost> remote = waitedFor(of).filter(call -> call.place().isRemote()).toList();
    if (remote.isEmpty()) {
      return of;
    }
    remote.forEach(call -> concerned.add(call.called().name()));
    return inOneSection(
        of,
        Stream.concat(asynchronous(of), remote.stream()).toList(),
        waitedFor(of).filter(call -> !call.place().isRemote()).toList());
  }

  private static SubTransactionCost inOneSection(
      SubTransactionCost of, List<CallCost> asynchronous, List<CallCost> overlapped) {
    return SubTransactionCost.of(
        of.name(), new Section(0, List.of(), asynchronous, processing(of), overlapped));
  }

  private static SubTransactionCost raiseCalls(SubTransactionCost of, Set<String> concerned) {
    List<CallCost> raised = new ArrayList<>();
    List<CallCost> left = new ArrayList<>();
    waitedFor(of)
        .forEach(
            call -> {
              if (call.place() == CallPlace.OWN_ACTOR) {
                left.add(call.with(without(call.called(), raised)));
              } else {
                (call.place().isRemote() ? raised : left).add(call);
              }
            });
    boolean raises = waitedFor(of).filter(call -> call.place().isRemote()).count() < raised.size();
    if (!raises) {
      return of;
    }
    raised.forEach(call -> concerned.add(call.called().name()));
    return inOneSection(of, Stream.concat(asynchronous(of), raised.stream()).toList(), left);
  }

  /** Returns a sub-transaction without its remote calls, which are added to a list. */
  private static SubTransactionCost without(SubTransactionCost of, List<CallCost> raised) {
    List<CallCost> left = new ArrayList<>();
    Stream.concat(asynchronous(of), waitedFor(of))
        .forEach(
            call -> {
              if (call.place().isRemote()) {
                raised.add(call);
              } else {
                left.add(call.with(without(call.called(), raised)));
              }
            });
    return SubTransactionCost.of(
        of.name(), new Section(processing(of), left, List.of(), 0, List.of()));
  }

  private static SubTransactionCost overlapProcessing(SubTransactionCost of) {
    boolean waits =
        of.sections().stream()
            .anyMatch(section -> section.sequentialNanos() > 0 || !section.sequential().isEmpty());
    boolean remote = waitedFor(of).anyMatch(call -> call.place().isRemote());
    return asynchronous(of).findAny().isEmpty() || !waits || remote
        ? of
        : inOneSection(of, asynchronous(of).toList(), waitedFor(of).toList());
  }

  private static SubTransactionCost spreadActors(
      SubTransactionCost of, CallCost spread, Set<String> concerned) {
    List<CallCost> near =
        waitedFor(of).filter(call -> call.place() == CallPlace.SAME_CONTAINER).toList();
    if (near.isEmpty()) {
      return of;
    }
    near.forEach(call -> concerned.add(call.called().name()));
    return inOneSection(
        of,
        Stream.concat(asynchronous(of), near.stream().map(call -> spread.with(call.called())))
            .toList(),
        waitedFor(of).filter(call -> call.place() != CallPlace.SAME_CONTAINER).toList());
  }

  private static SubTransactionCost mergeCalls(SubTransactionCost of, Set<String> concerned) {
    Map<String, Integer> times = new LinkedHashMap<>();
    waitedFor(of)
        .filter(Rewriting::isMergeable)
        .forEach(call -> times.merge(name(call), 1, Integer::sum));
    times.values().removeIf(count -> count < 2);
    if (times.isEmpty()) {
      return of;
    }
    concerned.addAll(times.keySet());
    Set<String> kept = new LinkedHashSet<>();
    UnaryOperator<List<CallCost>> once =
        calls ->
            calls.stream()
                .filter(
                    call ->
                        !isMergeable(call)
                            || !times.containsKey(name(call))
                            || kept.add(name(call)))
                .toList();
    return new SubTransactionCost(
        of.name(),
        of.sections().stream()
            .map(
                section ->
                    new Section(
                        section.sequentialNanos(),
                        once.apply(section.sequential()),
                        section.asynchronous(),
                        section.overlappedNanos(),
                        once.apply(section.overlapped())))
            .toList());
  }

  /** Whether a call can be one with others: it is of the own actor, and makes no calls itself. */
  private static boolean isMergeable(CallCost call) {
    return call.place() == CallPlace.OWN_ACTOR && call.called().calls().isEmpty();
  }

  private static String name(CallCost call) {
    return call.called().name();
  }
}
