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
import tutti.protocol.integrated.Place;
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

  private final List<Fact> log = new ArrayList<>();
  private final Kept kept = new Kept(0);

  private void add(Fact fact) {
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

  private static Fact opened(long view, Timestamp floor, Entry... record) {
    return new Fact.Opened(
        new ViewEntry.Open(view, List.of(record), floor, new TreeMap<>(Map.of(0, DISK))));
  }

  private List<Fact.Item> items() {
    return kept.items(null, Integer.MAX_VALUE);
  }

  /** The key is forgotten while the transaction that used it is not settled. */
  private void forgottenBeforeItsUseIsSettled() {
    add(new Fact.Disk(DISK));
    add(opened(1, NONE));
    add(opened(2, NONE, used(Stage.EXECUTED)));
    add(new Fact.Noted(forgotten(Stage.SETTLED)));
    add(opened(3, NONE, used(Stage.EXECUTED), forgotten(Stage.SETTLED)));
  }

  private void letGo() {
    add(opened(4, NONE, used(Stage.EXECUTED)));
    add(new Fact.Noted(used(Stage.SETTLED)));
    add(opened(5, time(2), used(Stage.SETTLED)));
    assertThat(items()).isEmpty();
  }

  private void image(Place place) {
    add(new Fact.Imaged(kept.image(place)));
  }

  private Kept from(int first) {
    Kept again = new Kept(0);
    log.subList(first, log.size()).forEach(again::add);
    return again;
  }

  @Test
  void isGoneInAnImageThatBeganBeforeItWasLetGo() {
    forgottenBeforeItsUseIsSettled();
    int first = log.size();
    image(Place.START);
    letGo();
    add(new Fact.Complete());
    assertThat(from(first).version(item("key"))).isEqualTo(NONE);
  }

  @Test
  void isGoneForAReplicaThatTakesAnImageWhichBeganBeforeItWasLetGo() {
    forgottenBeforeItsUseIsSettled();
    Image image = kept.image(Place.START).forOthers();
    letGo();
    Kept other = new Kept(1);
    other.add(new Fact.Opened(new ViewEntry.Open(1, List.of(), NONE, new TreeMap<>())));
    other.add(new Fact.Noted(used(Stage.EXECUTED)));
    other.missing(kept.floor(), null, items()).forEach(other::add);
    other.add(new Fact.Imaged(other.goingOnFrom(image)));
    log.subList(log.size() - 3, log.size()).stream()
        .filter(Fact.Opened.class::isInstance)
        .forEach(other::add);
    assertThat(other.version(item("key"))).isEqualTo(NONE);
  }

  @Test
  void isGoneWhereTheLogBeginsBetweenTheTwoTransactions() {
    add(new Fact.Disk(DISK));
    add(opened(1, NONE));
    add(new Fact.Noted(forgotten(Stage.SETTLED)));
    int first = log.size();
    add(new Fact.Noted(used(Stage.SETTLED)));
    add(opened(2, time(2), used(Stage.SETTLED)));
    assertThat(items()).isEmpty();
    image(Place.START);
    add(new Fact.Noted(entry(3, increment("other", NONE), Stage.SETTLED)));
    add(new Fact.Complete());
    assertThat(from(first).version(item("key"))).isEqualTo(NONE);
    assertThat(from(first).version(item("other"))).isEqualTo(time(3));
  }
}
