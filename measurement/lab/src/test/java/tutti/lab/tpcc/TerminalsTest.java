package tutti.lab.tpcc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Clauses 2.1.6, 2.4.1, 2.5.1, 5.2.3: what terminals draw. */
class TerminalsTest {
  private static final int DRAWS = 20_000;
  private static final TpccShape SHAPE =
      new TpccShape(
          4,
          TpccShape.USUAL_CUSTOMERS,
          TpccShape.USUAL_ITEMS,
          Actors.WAREHOUSES,
          Mix.STANDARD,
          15,
          1,
          true,
          0);

  private final SplittableRandom random = new SplittableRandom(3);
  private final Terminals terminals = new Terminals(SHAPE, 3);

  private static double share(long some, long all) {
    return 100.0 * some / all;
  }

  @Test
  void oneOrderInAHundredHasAnInvalidItemAtItsEnd() {
    long invalid = 0;
    long lines = 0;
    long remote = 0;
    for (int i = 0; i < DRAWS; i++) {
      Input.NewOrder order = (Input.NewOrder) terminals.next(Kind.NEW_ORDER, 5, random);
      assertThat(order.warehouse()).isEqualTo(2);
      assertThat(order.lines()).hasSizeBetween(5, 15);
      List<Results.OrderedItem> wrong =
          order.lines().stream().filter(line -> line.item() > SHAPE.items()).toList();
      assertThat(wrong).isSubsetOf(List.of(order.lines().getLast()));
      invalid += wrong.size();
      lines += order.lines().size();
      remote += order.lines().stream().filter(line -> line.supplier() != 2).count();
    }
    assertThat(share(invalid, DRAWS)).isBetween(0.7, 1.3);
    assertThat(share(remote, lines)).isBetween(0.8, 1.2);
  }

  @Test
  void paymentsAreRemoteAndByNameAsOftenAsTheyShould() {
    long remote = 0;
    long named = 0;
    for (int i = 0; i < DRAWS; i++) {
      Input.Payment payment = (Input.Payment) terminals.next(Kind.PAYMENT, 0, random);
      remote += payment.payerAt() == 1 ? 0 : 1;
      named += payment.payer().last().isPresent() ? 1 : 0;
      if (payment.payerAt() == 1) {
        assertThat(payment.payer().district()).isEqualTo(payment.district());
      }
      assertThat(payment.payer().last().isPresent()).isNotEqualTo(payment.payer().id().isPresent());
    }
    assertThat(share(remote, DRAWS)).isBetween(14.0, 16.0);
    assertThat(share(named, DRAWS)).isBetween(58.5, 61.5);
  }

  @Test
  void someCustomersAndItemsAreDrawnMoreOften() {
    TpccRandom draw = new TpccRandom(random);
    int[] counts = new int[1_001];
    for (int i = 0; i < DRAWS; i++) {
      counts[draw.nonUniform(255, 1, 1_000, 123)]++;
    }
    List<Integer> sorted = new ArrayList<>();
    for (int count : counts) {
      sorted.add(count);
    }
    sorted.sort(null);
    long upper = sorted.subList(801, 1_001).stream().mapToLong(Integer::longValue).sum();
    assertThat(counts[0]).isZero();
    assertThat(share(upper, DRAWS)).isGreaterThan(50);
  }

  @Test
  void kindsComeByTheirShares() {
    TpccRandom draw = new TpccRandom(random);
    int[] counts = new int[Kind.values().length];
    for (int i = 0; i < DRAWS; i++) {
      counts[Mix.JANUS.next(draw).ordinal()]++;
    }
    assertThat(share(counts[Kind.NEW_ORDER.ordinal()], DRAWS)).isBetween(42.5, 44.8);
    assertThat(share(counts[Kind.PAYMENT.ordinal()], DRAWS)).isBetween(43.0, 45.1);
    assertThat(share(counts[Kind.DELIVERY.ordinal()], DRAWS)).isBetween(3.5, 4.5);
  }

  @Test
  void thinkTimesAreExponentialAndEndAtTenTimesTheirMean() {
    TpccRandom draw = new TpccRandom(random);
    double sum = 0;
    for (int i = 0; i < DRAWS; i++) {
      double seconds = Kind.PAYMENT.thinkNanos(draw) / 1e9;
      assertThat(seconds).isBetween(0.0, 120.0);
      sum += seconds;
    }
    assertThat(sum / DRAWS).isBetween(11.5, 12.5);
    assertThat(Kind.NEW_ORDER.keyingNanos()).isEqualTo(18e9);
  }
}
