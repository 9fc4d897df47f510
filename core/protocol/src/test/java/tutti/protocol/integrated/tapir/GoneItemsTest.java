package tutti.protocol.integrated.tapir;

import static org.assertj.core.api.Assertions.assertThat;
import static tutti.protocol.integrated.tapir.SteppedShards.item;
import static tutti.protocol.integrated.tapir.TapirPaperTest.increment;
import static tutti.protocol.integrated.tapir.TapirPaperTest.time;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import tutti.protocol.integrated.LogPosition;
import tutti.protocol.integrated.tapir.Entry.Outcome;
import tutti.protocol.integrated.tapir.Entry.Stage;

/**
 * Items that are gone stay gone in the memory of a replica, wherever its log begins and whichever
 * moments the image of another replica is made of. A transaction of time 1 uses a key, and one of
 * time 2 forgets it.
 */
class GoneItemsTest {
  private static final Timestamp NONE = Timestamp.NONE;
  private static final long DISK = 7;

  private final List<Record> log = new ArrayList<>();
  private final DurableState kept = new DurableState(0);

  private void add(Record fact) {
    log.add(fact);
    kept.add(fact);
  }

  private static Entry used(Stage stage) {
    return entry(1, increment("key", NONE), stage);
  }

  private static Entry forgotten(Stage stage) {
    Part part =
        new Part(
            new TreeMap<>(Map.of(item("key"), time(1))),
            new TreeMap<>(Map.of(item("key"), new Part.Value(new byte[0]))));
    return entry(2, part, stage);
  }

  private static Entry entry(long at, Part part, Stage stage) {
    Transaction transaction = new Transaction(time(at), List.of(0));
    return Entry.of(transaction, Part.NONE).decided(part, Outcome.COMMITTED, stage);
  }

  private static Record opened(long view, Timestamp floor, Entry... record) {
    return new Record.Opened(
        new ViewCommand.Open(view, List.of(record), floor, new TreeMap<>(Map.of(0, DISK))));
  }

  private List<Record.Item> items() {
    return kept.items(null, Integer.MAX_VALUE);
  }

  /** The key is forgotten while the transaction that used it is not settled. */
  private void forgottenBeforeItsUseIsSettled() {
    add(new Record.Disk(DISK));
    add(opened(1, NONE));
    add(opened(2, NONE, used(Stage.EXECUTED)));
    add(new Record.EntryLogged(forgotten(Stage.SETTLED)));
    add(opened(3, NONE, used(Stage.EXECUTED), forgotten(Stage.SETTLED)));
  }

  private void letGo() {
    add(opened(4, NONE, used(Stage.EXECUTED)));
    add(new Record.EntryLogged(used(Stage.SETTLED)));
    add(opened(5, time(2), used(Stage.SETTLED)));
    assertThat(items()).isEmpty();
  }

  private void image(LogPosition place) {
    add(new Record.Imaged(kept.image(place)));
  }

  private DurableState from(int first) {
    DurableState again = new DurableState(0);
    log.subList(first, log.size()).forEach(again::add);
    return again;
  }

  @Test
  void isGoneInAnImageThatBeganBeforeItWasLetGo() {
    forgottenBeforeItsUseIsSettled();
    int first = log.size();
    image(LogPosition.START);
    letGo();
    add(new Record.Complete());
    assertThat(from(first).version(item("key"))).isEqualTo(NONE);
  }

  @Test
  void isGoneForAReplicaThatTakesAnImageWhichBeganBeforeItWasLetGo() {
    forgottenBeforeItsUseIsSettled();
    Image image = kept.image(LogPosition.START).forOthers();
    letGo();
    DurableState other = new DurableState(1);
    other.add(new Record.Opened(new ViewCommand.Open(1, List.of(), NONE, new TreeMap<>())));
    other.add(new Record.EntryLogged(used(Stage.EXECUTED)));
    other.missing(kept.floor(), null, items()).forEach(other::add);
    other.add(new Record.Imaged(other.goingOnFrom(image)));
    log.subList(log.size() - 3, log.size()).stream()
        .filter(Record.Opened.class::isInstance)
        .forEach(other::add);
    assertThat(other.version(item("key"))).isEqualTo(NONE);
  }

  @Test
  void isGoneWhereTheLogBeginsBetweenTheTwoTransactions() {
    add(new Record.Disk(DISK));
    add(opened(1, NONE));
    add(new Record.EntryLogged(forgotten(Stage.SETTLED)));
    int first = log.size();
    add(new Record.EntryLogged(used(Stage.SETTLED)));
    add(opened(2, time(2), used(Stage.SETTLED)));
    assertThat(items()).isEmpty();
    image(LogPosition.START);
    add(new Record.EntryLogged(entry(3, increment("other", NONE), Stage.SETTLED)));
    add(new Record.Complete());
    assertThat(from(first).version(item("key"))).isEqualTo(NONE);
    assertThat(from(first).version(item("other"))).isEqualTo(time(3));
  }
}
