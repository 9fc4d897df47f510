package tutti.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class StopSignalTest {
  private final List<Integer> halted = new ArrayList<>();
  private final StopSignal stop = new StopSignal(halted::add);

  @Test
  void theSecondSignalEndsTheProcessAtOnce() {
    stop.beforeEndingAtOnce(() -> halted.add(0));
    stop.signalled();
    assertThat(stop.asked()).isTrue();
    assertThat(halted).isEmpty();
    stop.signalled();
    assertThat(halted).containsExactly(0, 130);
  }

  /** A supervisor stops a service whose disk has failed: its status says so all the same. */
  @Test
  void aSignalWhileTheProcessEndsByItselfIsTheFirst() {
    stop.ask();
    stop.signalled();
    assertThat(halted).isEmpty();
    stop.signalled();
    assertThat(halted).containsExactly(130);
  }
}
