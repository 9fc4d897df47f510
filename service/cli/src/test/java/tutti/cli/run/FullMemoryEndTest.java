package tutti.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import tutti.cli.command.StopSignal;
import tutti.engine.memory.Heap;
import tutti.engine.memory.MemoryGate;

/**
 * A full service that is told to stop ends soon; one that is not full has all the time it needs.
 */
class FullMemoryEndTest {
  private static final Heap FULL =
      new Heap() {
        @Override
        public long most() {
          return 1000;
        }

        @Override
        public long afterCollection() {
          return 990;
        }

        @Override
        public long inUse() {
          return 990;
        }

        @Override
        public long collect() {
          return 990;
        }

        @Override
        public void onCollection(Runnable listener) {}
      };

  private final StopSignal stop = StopSignal.onlyAsked();
  private final ByteArrayOutputStream told = new ByteArrayOutputStream();
  private final CompletableFuture<Integer> halted = new CompletableFuture<>();

  private FullMemoryEnd end(Duration most) {
    return new FullMemoryEnd(
        stop, new PrintStream(told, true, StandardCharsets.UTF_8), most, halted::complete);
  }

  @Test
  void endsAProcessThatIsFullAndDoesNotEnd() throws Exception {
    FullMemoryEnd end = end(Duration.ofMillis(1));
    end.watch(new MemoryGate(FULL, 0.85));
    assertThat(halted).isNotDone();
    stop.ask();
    assertThat(halted.get(60, TimeUnit.SECONDS)).isEqualTo(1);
    assertThat(told.toString(StandardCharsets.UTF_8))
        .isEqualTo("tutti: stopped without answering what runs: the memory is full\n");
  }

  @Test
  void leavesAProcessThatEndsOrIsNotFull() throws Exception {
    FullMemoryEnd ends = end(Duration.ofHours(1));
    ends.watch(new MemoryGate(FULL, 0.85));
    FullMemoryEnd ample = end(Duration.ofMillis(1));
    stop.ask();
    ends.ended();
    ends.join();
    ample.join();
    assertThat(halted).isNotDone();
    assertThat(told.size()).isZero();
  }
}
