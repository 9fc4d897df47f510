package tutti.engine.distribution.peer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import tutti.engine.bank.TestBank;
import tutti.engine.distribution.message.Greeting;
import tutti.engine.distribution.message.MessageFormat;
import tutti.engine.distribution.message.World;
import tutti.engine.journal.ManualScheduler;
import tutti.engine.transport.loopback.LoopbackNetwork;

class PeerHandshakesTest {
  private final ManualScheduler time = new ManualScheduler();
  private final LoopbackNetwork network = new LoopbackNetwork(3);
  private final Peers peers =
      new Peers(
          network.transport(0, time),
          new MessageFormat(new TestBank()),
          List.of("a", "b", "c"),
          0,
          0,
          new PeerIncarnations(
              new Greeting(
                  MessageFormat.VERSION, new byte[32], new TreeMap<>(), 0, 1, 1, 0, World.NONE),
              new PeerIncarnationsTest.Memory()));
  private final PeerHandshakes meetings = new PeerHandshakes(peers, time);

  @Test
  void isOverWhenAllOthersWereMet() {
    meetings.begin();
    assertThat(meetings.awaited()).contains("node b, node c");
    meetings.met(2);
    assertThat(meetings.awaited()).contains("has not met node b yet");
    meetings.met(1);
    assertThat(meetings.awaited()).isNull();
  }

  @Test
  void isOverAfterTenSecondsAndNamesTheMissing() {
    time.advance(7);
    meetings.begin();
    meetings.met(1);
    time.advance(PeerHandshakes.LONGEST_NANOS - 1);
    assertThat(meetings.awaited()).contains("node c");
    time.advance(1);
    assertThat(meetings.awaited()).isNull();
    assertThat(peers.missing()).containsExactly("b", "c");
  }

  @Test
  void waitsBeforeItBegins() {
    time.advance(2 * PeerHandshakes.LONGEST_NANOS);
    assertThat(meetings.awaited()).contains("node b, node c");
  }

  @Test
  void saysWhyANodeThatWasReachedIsNotMet() {
    meetings.begin();
    meetings.refused(1, "it has another deployment");
    assertThat(meetings.awaited()).contains("node b (it has another deployment), node c");
  }
}
