package tutti.engine.node.cost;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import tutti.engine.node.cost.RecordedCall.Step;
import tutti.model.Call;

class RehearsalTest {
  private static final List<Call> OPEN =
      List.of(
          Payer.call("a", new Payer.Open(100)),
          Payer.call("b", new Payer.Open(100)),
          Payer.call("c", new Payer.Open(100)));

  private static RecordedCall recorded(Call call) {
    return ((Rehearsal.Result.Recorded) Rehearsal.run(Payer.APPLICATION, OPEN, call)).call();
  }

  /** The steps in words: an Add is a read and a write. */
  private static String text(RecordedCall call) {
    return call.steps().stream()
        .map(
            step ->
                switch (step) {
                  case Step.Read() -> "read";
                  case Step.Scan(int rows) -> "scan " + rows;
                  case Step.Write write -> "write";
                  case Step.Made(RecordedCall made) -> made.actor().key() + "(" + text(made) + ")";
                  case Step.Taken(RecordedCall taken) -> "take " + taken.actor().key();
                })
        .collect(Collectors.joining(", "));
  }

  @Test
  void callsThatAreWaitedForAreTakenWhenTheyAreMade() {
    assertThat(text(recorded(Payer.call("a", new Payer.OneByOne(List.of("b", "c"))))))
        .isEqualTo(
            "b(read, write), take b, a(read, write), take a, c(read, write), take c,"
                + " a(read, write), take a");
  }

  @Test
  void callsUnderWayAreTakenLaterAndOnce() {
    assertThat(text(recorded(Payer.call("a", new Payer.Together(List.of("b", "c"))))))
        .isEqualTo(
            "b(read, write), c(read, write), scan 1, a(read, write), take a, take b, take c");
  }

  @Test
  void aPromiseThatNobodyTakesIsNotTaken() {
    assertThat(text(recorded(Payer.call("a", new Payer.Untaken(List.of("b"))))))
        .isEqualTo("b(read, write)");
  }

  @Test
  void aProcedureThatAbortsSaysWhy() {
    Call call = Payer.call("a", new Payer.Add(-200));
    assertThat(Rehearsal.run(Payer.APPLICATION, OPEN, call))
        .isEqualTo(new Rehearsal.Result.Failed(call, "there is too little"));
  }

  @Test
  void aCallBeforeItThatAbortsIsNamed() {
    Call bad = Payer.call("a", new Payer.Add(-200));
    List<Call> before = List.of(OPEN.getFirst(), bad);
    assertThat(Rehearsal.run(Payer.APPLICATION, before, Payer.call("a", new Payer.Add(1))))
        .isInstanceOfSatisfying(
            Rehearsal.Result.Failed.class, failed -> assertThat(failed.call()).isSameAs(bad));
  }

  @Test
  void nothingIrrevocableIsDone() {
    recorded(Payer.call("a", new Payer.Charge("k")));
    assertThat(Payer.COUNTER.charged).hasValue(0);
  }
}
