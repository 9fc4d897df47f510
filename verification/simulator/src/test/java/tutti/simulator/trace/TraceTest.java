package tutti.simulator.trace;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TraceTest {
  private static String digest(String answer) {
    Trace trace = new Trace(0);
    trace.event(1, "asked");
    trace.content(answer);
    return trace.digest();
  }

  @Test
  void theDigestHasWhatClientsAreTold() {
    assertThat(digest("committed, [1]")).isEqualTo(digest("committed, [1]"));
    assertThat(digest("committed, [1]")).isNotEqualTo(digest("committed, [2]"));
  }

  @Test
  void whatIsToldIsNoEventOfItsOwn() {
    Trace trace = new Trace(0);
    trace.content("committed, [1]");
    assertThat(trace.events()).isZero();
  }
}
