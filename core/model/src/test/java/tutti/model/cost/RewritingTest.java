package tutti.model.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import tutti.model.cost.Rewriting.Kind;

/** The rewritings of Reactors §2.4 lead from each multi-transfer of §4.1 to the next one. */
class RewritingTest {
  private static final CallCost SPREAD =
      CallCost.remote(
          SubTransactionCost.of("any", Section.processing(0)), CallPlace.OTHER_CONTAINER, 1, 4);

  private static List<Rewriting> of(SubTransactionCost root) {
    return Rewriting.of(new TransactionCost(root, 0, 0, 0, 0), SPREAD);
  }

  private static Rewriting only(SubTransactionCost root, Kind kind) {
    return of(root).stream().filter(each -> each.kind() == kind).findFirst().orElseThrow();
  }

  private static double nanos(SubTransactionCost root) {
    return root.latency().total();
  }

  @Test
  void overlappingTheCreditsOfTransfersMakesThemPartiallyAsync() {
    Rewriting found = only(CostEquationPaperTest.fullySync(5), Kind.OVERLAP_CALLS);
    assertThat(found.procedure()).isEqualTo("Transfer");
    assertThat(found.concerned()).containsExactly("Credit");
    assertThat(found.after().total())
        .isCloseTo(nanos(CostEquationPaperTest.partiallyAsync(5)), within(1e-9));
  }

  @Test
  void raisingTheCreditsMakesThePaymentFullyAsync() {
    for (SubTransactionCost from :
        List.of(CostEquationPaperTest.fullySync(5), CostEquationPaperTest.partiallyAsync(5))) {
      Rewriting found = only(from, Kind.RAISE_CALLS);
      assertThat(found.procedure()).isEqualTo(from.name());
      assertThat(found.concerned()).containsExactly("Credit");
      assertThat(found.after().total())
          .isCloseTo(nanos(CostEquationPaperTest.fullyAsync(5)), within(1e-9));
    }
  }

  @Test
  void mergingTheDebitsMakesItOpt() {
    Rewriting found = only(CostEquationPaperTest.fullyAsync(5), Kind.MERGE_CALLS);
    assertThat(found.concerned()).containsExactly("Debit");
    assertThat(found.after().total()).isCloseTo(nanos(CostEquationPaperTest.opt(5)), within(1e-9));
  }

  @Test
  void nothingIsLeftToRewriteInOpt() {
    assertThat(of(CostEquationPaperTest.opt(5))).isEmpty();
  }

  @Test
  void theBestComesFirst() {
    List<Rewriting> found = of(CostEquationPaperTest.fullySync(5));
    assertThat(found.getFirst().kind()).isEqualTo(Kind.RAISE_CALLS);
    assertThat(found).extracting(each -> each.after().total()).isSorted();
  }

  @Test
  void processingOverlapsWithCallsThatAreUnderWay() {
    CallCost far =
        CallCost.remote(
            SubTransactionCost.of("Far", Section.processing(50)), CallPlace.OTHER_CONTAINER, 1, 4);
    SubTransactionCost root =
        SubTransactionCost.of("Root", new Section(30, List.of(), List.of(far), 0, List.of()));
    assertThat(only(root, Kind.OVERLAP_PROCESSING).after().total()).isEqualTo(1 + 54);
  }

  @Test
  void actorsOfOneContainerMayLiveApart() {
    CallCost near =
        CallCost.inline(
            SubTransactionCost.of("Near", Section.processing(50)), CallPlace.SAME_CONTAINER);
    SubTransactionCost root =
        SubTransactionCost.of(
            "Root", new Section(0, Collections.nCopies(4, near), List.of(), 0, List.of()));
    Rewriting found = only(root, Kind.SPREAD_ACTORS);
    assertThat(found.after().total()).isEqualTo(4 + 54);
    assertThat(found.concerned()).containsExactly("Near");
  }

  @Test
  void whatGainsLessThanAHundredthIsNone() {
    CallCost far =
        CallCost.remote(
            SubTransactionCost.of("Far", Section.processing(900)), CallPlace.OTHER_CONTAINER, 1, 4);
    SubTransactionCost root =
        SubTransactionCost.of("Root", new Section(9, List.of(), List.of(far), 0, List.of()));
    assertThat(of(root)).isEmpty();
  }
}
