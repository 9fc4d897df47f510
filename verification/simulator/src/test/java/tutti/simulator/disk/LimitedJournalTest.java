package tutti.simulator.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import tutti.engine.journal.NoJournal;

/** A record that is appended without having been measured fails, as in the log itself. */
class LimitedJournalTest {
  private int most = 10;
  private final LimitedJournal log = new LimitedJournal(new NoJournal(), () -> most);

  @Test
  void refusesARecordThatIsTooLong() throws Exception {
    log.append(new byte[10], 0, 10);
    assertThatThrownBy(() -> log.append(new byte[11], 0, 11))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("at most 10 bytes, not 11");
    assertThatThrownBy(() -> log.appendLazily(new byte[11], 0, 11))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void theLimitMayChange() throws Exception {
    assertThat(log.maxRecordBytes()).isEqualTo(10);
    most = 11;
    log.append(new byte[11], 0, 11);
    assertThat(log.maxRecordBytes()).isEqualTo(11);
  }
}
