package tutti.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.WeakReference;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.Reason;
import tutti.model.Action;
import tutti.model.ActorId;
import tutti.model.Call;
import tutti.model.Refusal;
import tutti.model.testing.Await;
import tutti.server.TestActions;

/** The page's list keeps little of what clients send. */
class RecentTest {
  private final Recent recent = new Recent(false);
  private final Action action = TestActions.any();
  private long number;

  private String list() {
    return new String(recent.response(0).body(), StandardCharsets.UTF_8);
  }

  private Call call(Object argument) {
    return new Call(new ActorId("Account", "a"), action, List.of(argument));
  }

  private void refused(String argument, String reason) {
    TransactionId id = new TransactionId(0, 1, ++number);
    recent.add(
        List.of(call(argument)),
        argument.length(),
        new Outcome.Aborted(
            id,
            new Reason.Refused(
                new ActorId("Account", "a"), action.name(), Refusal.of("precondition", reason))),
        System.nanoTime());
  }

  @Test
  void keepsTheFirstCharactersOfWhatIsLarge() {
    refused("x".repeat(1 << 20), "y".repeat(1 << 20));
    assertThat(list())
        .contains("\"arguments\":[\"" + "x".repeat(200) + "…\"]")
        .contains("\"detail\":\"" + "y".repeat(200) + "…\"")
        .hasSizeLessThan(1000);
  }

  @Test
  void aWholePageIsSmallWhateverClientsSend() {
    List<Call> calls = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      calls.add(
          new Call(new ActorId("Account", "k".repeat(600)), action, List.of("v".repeat(1000))));
    }
    for (int i = 0; i < 300; i++) {
      TransactionId id = new TransactionId(0, 1, ++number);
      recent.add(calls, 1 << 20, new Outcome.Committed(id, List.of("r".repeat(1 << 20))), 0);
    }
    assertThat(list()).hasSizeLessThan(300_000).contains("\"more\":992").doesNotContain("rrr");
  }

  @Test
  void nothingLargeIsReachableAfterwards() throws Exception {
    WeakReference<Object> sent = addLarge();
    Await.that(
        "the argument is garbage",
        () -> {
          System.gc();
          return sent.get() == null;
        });
    assertThat(list()).contains("zzz");
  }

  private WeakReference<Object> addLarge() {
    String argument = "z".repeat(100_000);
    refused(argument, "no");
    return new WeakReference<>(argument);
  }

  @Test
  void aPairOfSurrogatesIsNotCut() {
    refused("x".repeat(199) + "\ud83d\ude00".repeat(1000), "no");
    assertThat(list()).contains("\"" + "x".repeat(199) + "…\"");
  }
}
