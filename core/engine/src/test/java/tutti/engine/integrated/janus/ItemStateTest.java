package tutti.engine.integrated.janus;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Queue;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tutti.engine.integrated.janus.BegunConfigurations.Begun;
import tutti.engine.transfer.NoSink;
import tutti.engine.transfer.NoState;
import tutti.engine.transfer.StateTransfer;
import tutti.engine.transfer.StateTransferContract;
import tutti.model.ActorId;
import tutti.protocol.integrated.LogPosition;
import tutti.protocol.integrated.janus.DurableState;
import tutti.protocol.integrated.janus.Input;
import tutti.protocol.integrated.janus.Message;
import tutti.protocol.integrated.janus.Record;
import tutti.protocol.integrated.janus.Settings;
import tutti.protocol.integrated.janus.membership.Configuration;
import tutti.protocol.integrated.janus.membership.ConfigurationCommand;

/** The transfer of a memory under Janus, to a learner. */
class ItemStateTest extends StateTransferContract {
  private static final Settings SETTINGS = new Settings(1, 1, 1, 100, 100);
  private static final int ITEMS = 6;
  private static final int BYTES = 40_000;
  private static final ConfigurationCommand.Open OPEN =
      new ConfigurationCommand.Open(
          new Configuration(1, new TreeSet<>(List.of(GIVER, OTHER)), new TreeSet<>(List.of(TAKER))),
          new TreeMap<>(Map.of(GIVER, 10L, OTHER, 11L, TAKER, 12L)),
          List.of());

  private final Random names = new Random(1);
  private final Queue<Runnable> whenDurable = new ArrayDeque<>();
  private final NavigableMap<ActorId, byte[]> items = full();
  private @Nullable ItemSource written;
  private NavigableMap<ActorId, byte[]> come = new TreeMap<>();
  private DurableState lacking = memory(TAKER);

  private static ActorId item(int number) {
    return new ActorId("Account", "a" + number);
  }

  private static NavigableMap<ActorId, byte[]> full() {
    NavigableMap<ActorId, byte[]> items = new TreeMap<>();
    for (int number = 0; number < ITEMS; number++) {
      byte[] value = new byte[BYTES];
      value[0] = (byte) number;
      items.put(item(number), value);
    }
    return items;
  }

  private static DurableState memory(int host) {
    DurableState its = new DurableState(0, SETTINGS, host);
    its.add(new Record.Disk(10 + host));
    its.add(host == TAKER ? new Record.Missed(OPEN) : new Record.Opened(OPEN));
    return its;
  }

  @Override
  protected StateTransfer<?> giver(int host, StateTransfer.Way way) {
    DurableState kept = memory(host);
    ItemSource source =
        new ItemSource(
            new ItemSource.Replica() {
              @Override
              public DurableState kept() {
                return kept;
              }

              @Override
              public LogPosition place() {
                return LogPosition.START;
              }

              @Override
              public Optional<Begun> oldest() {
                return Optional.empty();
              }

              @Override
              public RecentOutcomes ends() {
                return new RecentOutcomes();
              }

              @Override
              public SortedMap<ActorId, byte[]> behind(@Nullable ActorId item) {
                return item == null ? items : items.tailMap(item, false);
              }

              @Override
              public byte[] value(ActorId item) {
                return items.getOrDefault(item, new byte[0]);
              }
            },
            names::nextLong);
    written = host == GIVER ? source : written;
    return new StateTransfer<>("a giver", way, source, new NoSink(), names::nextLong, PATIENCE);
  }

  /** The replica that takes a memory. */
  private final class Taker implements ItemSink.Replica {
    @Override
    public DurableState kept() {
      return lacking;
    }

    @Override
    public LogPosition place() {
      return LogPosition.START;
    }

    @Override
    public void reached(LogPosition place) {}

    @Override
    public void skipTo(LogPosition place, ConfigurationCommand.Open open) {}

    @Override
    public void on(Input input) {}

    @Override
    public long coming() {
      return 1;
    }

    @Override
    public long append(SortedMap<ActorId, byte[]> values) {
      return 1;
    }

    @Override
    public void whenDurable(long lsn, Runnable step) {
      whenDurable.add(step);
    }

    @Override
    public void take(
        List<Record> image, NavigableMap<ActorId, byte[]> all, List<Message> outcomes, long begun) {
      come = all;
      DurableState next = new DurableState(0, SETTINGS, TAKER);
      lacking.taking(image).forEach(next::add);
      next.add(new Record.Copied());
      lacking = next;
    }
  }

  @Override
  protected StateTransfer<?> taker(StateTransfer.Way way) {
    lacking = memory(TAKER);
    come = new TreeMap<>();
    whenDurable.clear();
    return new StateTransfer<>(
        "the taker", way, new NoState(), new ItemSink(new Taker()), names::nextLong, PATIENCE);
  }

  @Override
  protected void remind(int giver) {
    taker.look(List.of(GIVER, OTHER));
  }

  @Override
  protected void pass() {
    while (!whenDurable.isEmpty()) {
      whenDurable.remove().run();
    }
  }

  private static Map<ActorId, Byte> firstBytes(Map<ActorId, byte[]> all) {
    return all.entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, each -> each.getValue()[0]));
  }

  @Override
  protected Object given() {
    return firstBytes(items);
  }

  @Override
  protected Object taken() {
    return firstBytes(come);
  }

  @Test
  void itemsThatAreWrittenMeanwhileComeAtTheEnd() {
    comesWhile(
        () -> {
          items.put(item(0), new byte[] {77});
          items.remove(item(1));
          items.put(item(ITEMS), new byte[] {78});
          written.wrote(new TreeSet<>(List.of(item(0), item(1), item(ITEMS))));
        });
    assertThat(firstBytes(come)).containsEntry(item(0), (byte) 77).doesNotContainKey(item(1));
  }
}
