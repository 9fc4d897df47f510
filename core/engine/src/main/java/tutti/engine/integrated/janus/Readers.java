package tutti.engine.integrated.janus;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import tutti.engine.integrated.ItemOrder;
import tutti.engine.runtime.Scheduler;
import tutti.model.ActorId;
import tutti.protocol.integrated.janus.Reader;
import tutti.protocol.integrated.janus.Settings;
import tutti.protocol.machine.Event;

/** The reads of items that one host has begun. Confined to the host's queue of machines. */
final class Readers {
  private final JanusHost host;
  private final Settings settings;
  private final Map<Integer, List<Integer>> groups;
  private final Map<Long, MachineDriver<Void, Reader.HasRead>> running = new HashMap<>();

  Readers(JanusHost host, Settings settings, Map<Integer, List<Integer>> groups) {
    this.host = host;
    this.settings = settings;
    this.groups = groups;
  }

  /** Begins a read, as {@link JanusHost#read} says. */
  void read(int shard, ActorId item, boolean confirmed, long deadlineNanos, Consumer<byte[]> seen) {
    long number = host.nonce();
    List<Integer> hosts = host.times().nearestFirst(groups.getOrDefault(shard, List.of()));
    Reader reader = new Reader(number, shard, hosts, item, confirmed, settings);
    Scheduler.Timer[] late = new Scheduler.Timer[1];
    MachineDriver<Void, Reader.HasRead> driver =
        new MachineDriver<>(
            reader::on,
            host,
            read -> {
              running.remove(number);
              late[0].cancel();
              seen.accept(ItemOrder.valueOf(Values.of(read.values()), item));
            });
    running.put(number, driver);
    Scheduler scheduler = host.parts().scheduler();
    long left = Math.max(0, deadlineNanos - scheduler.nanos());
    late[0] = scheduler.after(left, host.queue(), () -> giveUp(number));
    driver.on(new Event.Started<>(host.nonce()));
  }

  private void giveUp(long number) {
    MachineDriver<Void, Reader.HasRead> driver = running.remove(number);
    if (driver != null) {
      driver.halt();
    }
  }

  /** Gives a message to a read, if it runs here. */
  void on(long number, Event<Void> event) {
    MachineDriver<Void, Reader.HasRead> driver = running.get(number);
    if (driver != null) {
      driver.on(event);
    }
  }

  /** Ends all reads. */
  void halt() {
    running.values().forEach(MachineDriver::halt);
  }
}
