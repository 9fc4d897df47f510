package tutti.simulator.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tutti.engine.bank.TestBank;
import tutti.engine.concurrency.Owner;
import tutti.engine.storage.rows.RowChanges;
import tutti.model.ActorId;
import tutti.model.ActorType;
import tutti.model.Call;
import tutti.simulator.check.RowsImage.RowKey;
import tutti.simulator.history.Anomaly;
import tutti.simulator.history.HistoryClaim;
import tutti.simulator.history.Operation;
import tutti.simulator.history.Operation.Outcome;

/** Histories of rows by hand: things of one actor that come and go. */
class RowGrainTest {
  private static final ActorId SHELF = new ActorId("Shelf", "s");

  /** A row: no two writes make the same. */
  private record Thing(String key, int group, int stamp) {}

  private final TestBank bank = new TestBank();
  private final ActorType type = Objects.requireNonNull(bank.type("Account"));
  private final Findings findings = new Findings();
  private final RowGrain rows =
      new RowGrain(
          new Eras(bank),
          (results, wrong) -> results.stream().map(Sight.class::cast).toList(),
          findings);
  private final List<LoggedDecision> decisions = new ArrayList<>();
  private final Map<LoggedDecision, long[]> times =
      new TreeMap<>((a, b) -> Long.compare(a.lsn, b.lsn));

  private static RowChanges.Change thing(String key, int group, int stamp) {
    return new RowChanges.Change(0, key, new Thing(key, group, stamp), false);
  }

  private static RowChanges.Change deleted(String key) {
    return new RowChanges.Change(0, key, new Thing(key, 0, 0), true);
  }

  /** The transaction saw that row, or none if the stamp is 0. */
  private static Sight saw(String key, int stamp) {
    return sight(key, row -> (row instanceof Thing thing ? thing.stamp : 0) == stamp, false);
  }

  /** The transaction looked for that group, and did not find it there. */
  private static Sight outOf(String key, int group) {
    return sight(key, row -> !(row instanceof Thing thing) || thing.group != group, false);
  }

  private static Sight made(String key, int stamp) {
    return sight(key, row -> row instanceof Thing thing && thing.stamp == stamp, true);
  }

  private static Sight sight(String key, Sight.Test test, boolean made) {
    return new Sight(SHELF, new RowKey(0, key), test, made, "something");
  }

  /** The next to be decided, of which nothing is known of when it was asked for. */
  private void transaction(List<RowChanges.Change> changes, Sight... sights) {
    transaction(0, Operation.NEVER, changes, sights);
  }

  private void transaction(
      long invoked, long completed, List<RowChanges.Change> changes, Sight... sights) {
    int number = decisions.size() + 1;
    Call call = new Call(SHELF, new ImageAction(type, new RowChanges("Shelf", changes)), List.of());
    LoggedDecision.Act act = new LoggedDecision.Act(call, 0, 1, number, number, new Owner(number));
    LoggedDecision decision =
        new LoggedDecision(
            Told.attempt(number),
            null,
            0,
            1,
            number,
            List.of(sights),
            changes.isEmpty() ? List.of() : List.of(act),
            number);
    decisions.add(decision);
    times.put(decision, new long[] {invoked, completed});
    if (!changes.isEmpty()) {
      rows.add(new StandingEffect(decision, act, 1, List.of()));
    }
  }

  /** The names of what is wrong if these are the rows in the end; null if no checker looked. */
  private List<String> anomalies(@Nullable RowsImage end) {
    Map<String, Long> last = new TreeMap<>();
    if (end != null) {
      States found = new States(bank);
      found.put(SHELF, RowsImage.of(1, end), decisions.size());
      rows.last(found, last);
    }
    Readings readings = new Readings(HistoryClaim.STRICT_SERIALIZABLE, last);
    for (LoggedDecision decision : decisions) {
      long[] time = Objects.requireNonNull(times.get(decision));
      readings.add(
          new Operation(
              decision.transaction.toString(),
              "client of " + decision,
              null,
              time[0],
              time[1],
              Outcome.COMMITTED,
              List.of(),
              rows.writes(decision)),
          rows.readings(decision));
    }
    return readings.check().stream().map(Anomaly::name).toList();
  }

  private List<String> anomalies() {
    return anomalies(null);
  }

  @Test
  void aScanThatMissesARowOfAWholeTransactionIsFound() {
    transaction(List.of(thing("a", 1, 1), thing("b", 1, 2)));
    transaction(List.of(), saw("a", 1), saw("b", 0));
    assertThat(anomalies()).containsExactly("fractured-read");
  }

  @Test
  void anAbsenceMayBeAnyOfThemButOne() {
    transaction(List.of(thing("a", 1, 1), thing("b", 1, 2)));
    transaction(List.of(deleted("b")));
    transaction(List.of(), saw("a", 1), saw("b", 0));
    assertThat(anomalies()).isEmpty();
  }

  @Test
  void theLikeliestAbsenceNeedNotBeTheRightOne() {
    transaction(List.of(thing("a", 1, 1)));
    transaction(List.of(thing("a", 1, 2), thing("b", 1, 3)));
    transaction(List.of(deleted("b"), thing("a", 1, 4)));
    // It was decided last, but looked before the second.
    transaction(List.of(), saw("a", 1), saw("b", 0));
    assertThat(anomalies()).isEmpty();
  }

  @Test
  void severalThatMustBeReadTogetherAre() {
    transaction(List.of(thing("a", 1, 1)));
    transaction(List.of(thing("a", 1, 2), thing("b", 1, 3), thing("c", 1, 4)));
    transaction(List.of(deleted("b"), deleted("c"), thing("a", 1, 5)));
    // By key and by two indexes: of each there is an absence before and one behind.
    transaction(List.of(), saw("a", 1), saw("b", 0), outOf("b", 1), saw("c", 0), outOf("c", 1));
    assertThat(anomalies()).isEmpty();
  }

  /** On several nodes one may be decided long after its locks elsewhere are gone. */
  @Test
  void writersOfDifferentRowsOfOneActorHaveNoOrder() {
    ActorOrder order = new ActorOrder(SHELF, new Eras(bank));
    LoggedDecision first = writes(order, 0, thing("a", 1, 1));
    LoggedDecision second = writes(order, 1, thing("b", 1, 2));
    order.arrange(new Eras.Form(0, RowsImage.of(1, RowsImage.EMPTY)));
    assertThat(order.write(first).follows()).isEqualTo(0);
    assertThat(order.write(second).version()).isEqualTo(2);
    assertThat(order.write(second).follows()).isEqualTo(0);
  }

  /** The first {@code low} were decided when it came. */
  private LoggedDecision writes(ActorOrder order, int low, RowChanges.Change change) {
    ImageAction action = new ImageAction(type, new RowChanges("Shelf", List.of(change)));
    LoggedDecision.Act act =
        new LoggedDecision.Act(new Call(SHELF, action, List.of()), 0, 1, low, low, new Owner(low));
    LoggedDecision decision =
        new LoggedDecision(Told.attempt(low), null, 0, 1, low, List.of(), List.of(act), low + 1);
    order.add(new StandingEffect(decision, act, 1, List.of()));
    return decision;
  }

  @Test
  void anAbsenceThatNoneExplainsIsFound() {
    transaction(List.of(thing("a", 1, 1), thing("b", 1, 2)));
    transaction(List.of(deleted("b"), thing("a", 1, 3)));
    transaction(List.of(), saw("a", 1), saw("b", 0));
    assertThat(anomalies()).containsExactly("fractured-read");
  }

  @Test
  void twoThatEachMissWhatTheOtherInsertsAreFound() {
    transaction(List.of(thing("a", 1, 1)), saw("b", 0), saw("a", 0));
    transaction(List.of(thing("b", 1, 2)), saw("a", 0), saw("b", 0));
    assertThat(anomalies()).containsExactly("G2");
  }

  @Test
  void anUpdateOfWhatWasReadTooEarlyIsFound() {
    transaction(List.of(thing("a", 1, 1)));
    transaction(List.of(thing("a", 1, 2)), saw("a", 1));
    transaction(List.of(thing("a", 1, 3)), saw("a", 1));
    assertThat(anomalies()).containsExactly("G-single");
  }

  @Test
  void anIndexThatLosesSightOfARowIsFound() {
    transaction(List.of(thing("a", 1, 1)));
    transaction(List.of(thing("a", 2, 2), thing("b", 1, 3)));
    transaction(List.of(), outOf("a", 2), saw("b", 3));
    assertThat(anomalies()).containsExactly("fractured-read");
  }

  @Test
  void whatIsInTheIndexAndWhatIsNotFitTogether() {
    transaction(List.of(thing("a", 1, 1)));
    transaction(List.of(thing("a", 2, 2), thing("b", 1, 3)));
    transaction(List.of(), outOf("a", 1), saw("b", 3));
    transaction(List.of(), outOf("a", 2), saw("b", 0));
    assertThat(anomalies()).isEmpty();
  }

  @Test
  void anAbsenceAfterTheRowWasAnsweredIsFound() {
    transaction(0, 10, List.of(thing("a", 1, 1)));
    transaction(20, 30, List.of(), saw("a", 0));
    assertThat(anomalies()).containsExactly("G-single-realtime", "not-linearizable");
  }

  @Test
  void aRowAfterItsDeletionWasAnsweredIsFound() {
    transaction(0, 10, List.of(thing("a", 1, 1)));
    transaction(20, 30, List.of(deleted("a")));
    transaction(40, 50, List.of(), saw("a", 1));
    assertThat(anomalies()).containsExactly("G-single-realtime", "not-linearizable");
  }

  @Test
  void aDeletionThatIsUndoneInTheEndIsFound() {
    transaction(List.of(thing("a", 1, 1), thing("b", 1, 2)));
    transaction(List.of(deleted("a")));
    RowsImage kept =
        RowsImage.EMPTY.with(new RowChanges("Shelf", List.of(thing("a", 1, 1), thing("b", 1, 2))));
    assertThat(anomalies(kept)).containsExactly("lost-write");
    RowsImage right = kept.with(new RowChanges("Shelf", List.of(deleted("a"))));
    assertThat(anomalies(right)).isEmpty();
  }

  @Test
  void aRowThatNobodyMadeIsFound() {
    transaction(List.of(thing("a", 1, 1)));
    transaction(List.of(), saw("a", 7));
    assertThat(anomalies()).isEmpty();
    assertThat(findings.texts()).singleElement().asString().contains("saw what never was");
  }

  @Test
  void whatIsSaidToBeMadeMustBeInTheLog() {
    transaction(List.of(thing("a", 1, 1)), made("a", 1), made("b", 2));
    assertThat(anomalies()).isEmpty();
    assertThat(findings.texts()).singleElement().asString().contains("not in the log");
  }

  @Test
  void noTransactionSeesWhatWasDecidedAfterIt() {
    transaction(List.of(), saw("a", 1));
    transaction(List.of(thing("a", 1, 1)));
    assertThat(anomalies()).isEmpty();
    assertThat(findings.texts()).singleElement().asString().contains("saw what never was");
  }
}
