package tutti.protocol.commit.twophase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import tutti.protocol.commit.Timing;
import tutti.protocol.commit.twophase.Message.Vote.Kind;

class TwoPhaseTest {

  @Test
  void presumesThatTheUnknownAborted() {
    assertThat(TwoPhase.toUnknown(new Message.Inquire())).isEqualTo(new Message.Decide(false));
    assertThat(TwoPhase.toUnknown(new Message.Decide(false))).isNull();
  }

  @Test
  void votesNoForTheUnknown() {
    assertThat(TwoPhase.toUnknown(new Message.Prepare(7))).isEqualTo(new Message.Vote(7, Kind.NO));
  }

  @Test
  void acknowledgesACommitThatItHasForgotten() {
    assertThat(TwoPhase.toUnknown(new Message.Decide(true))).isEqualTo(new Message.Ack());
  }

  @Test
  void hasNothingToSayToOldAnswers() {
    assertThat(TwoPhase.toUnknown(new Message.Ack())).isNull();
    for (Kind kind : Kind.values()) {
      assertThat(TwoPhase.toUnknown(new Message.Vote(1, kind))).isNull();
    }
  }

  @Test
  void doublesTheWaitUpToTheLongest() {
    assertThat(new Timing(3, 10).after(3)).isEqualTo(6);
    assertThat(new Timing(3, 10).after(6)).isEqualTo(10);
    assertThat(new Timing(1, Long.MAX_VALUE).after(Long.MAX_VALUE - 1)).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void refusesWaitsThatMakeNoSense() {
    assertThatThrownBy(() -> new Timing(0, 1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Timing(2, 1)).isInstanceOf(IllegalArgumentException.class);
  }
}
