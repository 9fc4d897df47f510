package tutti.engine.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.slf4j.event.KeyValuePair;
import org.slf4j.event.Level;
import org.slf4j.helpers.NOPLogger;
import org.slf4j.spi.DefaultLoggingEventBuilder;
import tutti.engine.bank.TestBank;
import tutti.engine.concurrency.Effects;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.concurrency.locking.actor.TwoPhaseLocking;
import tutti.engine.container.Container;
import tutti.engine.container.Placements;
import tutti.engine.journal.ManualScheduler;
import tutti.engine.storage.ActorTable;
import tutti.engine.transaction.SnapshotRun;
import tutti.engine.transaction.request.Directory;
import tutti.engine.transaction.seam.Procedures;
import tutti.engine.transaction.seam.RemoteCall;
import tutti.engine.transaction.seam.RunParts;
import tutti.engine.transaction.seam.SnapshotCall;
import tutti.engine.transaction.seam.SnapshotSource;
import tutti.model.Caller;

/** Parts of snapshot queries that other nodes run. */
class PartsOfQueriesTest {
  private static final TransactionId ID = new TransactionId(2, 5, 77, 1);

  private final TestBank bank = new TestBank();
  private final List<Procedures.Host> hosts = new ArrayList<>();

  /** A line of the log whose pairs can be looked at. */
  private static final class Line extends DefaultLoggingEventBuilder {
    Line() {
      super(NOPLogger.NOP_LOGGER, Level.ERROR);
    }

    List<KeyValuePair> pairs() {
      return loggingEvent.getKeyValuePairs();
    }
  }

  @Test
  void aPartLogsTheIdThatTheClientIsTold() {
    RemoteCall call = new RemoteCall(bank.call("a", "deposit", 1L), true, List.of());
    SnapshotRun.perform(
        means(),
        new RetainedVersions(7, () -> {}),
        new SnapshotCall(ID, 7, call, Instant.EPOCH, Caller.NOBODY, 5, 6),
        end -> {});

    Line line = new Line();
    hosts.getFirst().named(line);
    assertThat(line.pairs()).hasSize(1);
    assertThat(line.pairs().getFirst().key).isEqualTo("transaction");
    assertThat(line.pairs().getFirst().value).isEqualTo(ID);
  }

  private RunParts means() {
    Container container =
        new Container(new ActorTable(bank), new TwoPhaseLocking(Effects.UNHEARD), List.of(), false);
    Directory directory =
        new Directory(
            bank,
            new Placements(new tutti.engine.container.Placement.Hash(), 1),
            0,
            List.of(container));
    Procedures procedures =
        host -> {
          hosts.add(host);
          return silent(Procedures.Execution.class);
        };
    return new RunParts(
        directory, new ManualScheduler(), procedures, silent(SnapshotSource.class), false);
  }

  /** One that does nothing. */
  private static <T> T silent(Class<T> type) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> null));
  }
}
