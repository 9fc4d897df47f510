package tutti.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.node.RunningBatch;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.TransactionRequest;

/** The text of the answer to a batch. */
class BatchAnswerTest {
  private final AtomicInteger ends = new AtomicInteger();

  private static final class Numbers implements RunningBatch.Transactions<String> {
    @Override
    public @Nullable TransactionRequest request(int index) {
      return index % 10 == 7 ? null : new TransactionRequest(List.of(), null, 1);
    }

    @Override
    public String answer(int index, @Nullable Outcome outcome, boolean crowded) {
      return "{\"index\":" + index + (outcome == null ? ",\"wrong\":true}" : "}");
    }

    @Override
    public boolean isLong(Outcome outcome) {
      return false;
    }

    @Override
    public long bytes(String answer) {
      return answer.length();
    }
  }

  private BatchAnswer answer(int count, boolean lines) {
    RunningBatch<String> batch =
        new RunningBatch<>(
            (requests, onOutcome) -> {
              for (int i = requests.size() - 1; i >= 0; i--) {
                onOutcome.ended(i, new Outcome.Committed(new TransactionId(0, 1, i), List.of()));
              }
            },
            new Numbers(),
            count,
            lines,
            RunningBatch.WINDOW,
            new RunningBatch.Threads(Runnable::run, Runnable::run, () -> 0),
            ends::incrementAndGet);
    batch.submit();
    return new BatchAnswer(batch, lines);
  }

  private static String read(BatchAnswer answer) {
    StringBuilder text = new StringBuilder();
    while (answer.hasNext() && answer.isThereOr(() -> {})) {
      text.append(new String(answer.next(), StandardCharsets.UTF_8));
    }
    return text.toString();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 8, 8000})
  void anObjectHasThemInTheirOrder(int count) {
    StringBuilder all = new StringBuilder("{\"items\":[");
    for (int i = 0; i < count; i++) {
      all.append(i == 0 ? "" : ",").append("{\"index\":").append(i);
      all.append(i % 10 == 7 ? ",\"wrong\":true}" : "}");
    }
    assertThat(read(answer(count, false))).isEqualTo(all.append("]}").toString());
    assertThat(ends).hasValue(1);
  }

  @Test
  void aLineHasOneThatIsKnown() {
    String text = read(answer(9, true));
    assertThat(text.lines()).hasSize(9);
    assertThat(text).startsWith("{\"index\":7,\"wrong\":true}\n{\"index\":8}\n").endsWith("0}\n");
    assertThat(ends).hasValue(1);
  }
}
