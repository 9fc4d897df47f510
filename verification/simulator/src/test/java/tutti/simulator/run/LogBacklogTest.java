package tutti.simulator.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import tutti.engine.node.shard.LogKnowledge;

/** Tests of what waits for the disks when the faults of a run end. */
class LogBacklogTest {

  /** A log whose ends a test sets. */
  private static final class Log implements LogKnowledge {
    long end;
    long durable;

    Log(long end, long durable) {
      this.end = end;
      this.durable = durable;
    }

    @Override
    public long logEnd() {
      return end;
    }

    @Override
    public long logDurable() {
      return durable;
    }

    @Override
    public long heardOf(int node) {
      return 0;
    }

    @Override
    public long keptOf(int node) {
      return 0;
    }
  }

  @Test
  void isWaitedForAsLongAsItIsFlushed() {
    Log log = new Log(1_000, 10);
    LogBacklog backlog = new LogBacklog(List.of(new Log(50, 50), log));

    log.durable = 20;
    boolean first = backlog.shrinks();
    log.durable = 999;
    boolean second = backlog.shrinks();
    log.durable = 1_000;

    assertThat(List.of(first, second, backlog.shrinks())).containsExactly(true, true, false);
  }

  @Test
  void whatIsAppendedLaterIsNotWaitedFor() {
    Log log = new Log(100, 10);
    LogBacklog backlog = new LogBacklog(List.of(log));

    log.end = 1_000;
    log.durable = 100;

    assertThat(backlog.shrinks()).isFalse();
  }

  @Test
  void aLogThatGetsNoFurtherIsNotWaitedFor() {
    LogBacklog backlog = new LogBacklog(List.of(new Log(100, 10)));

    assertThat(backlog.shrinks()).isFalse();
  }
}
