package tutti.lab.template;

import tutti.engine.history.History;
import tutti.engine.integrated.tapir.HostMemory;
import tutti.engine.integrated.tapir.TapirHost;
import tutti.engine.integrated.tapir.TapirStore;
import tutti.engine.transaction.submission.Result;
import tutti.model.Decoder;
import tutti.protocol.integrated.tapir.Settings;

/** TAPIR on three hosts of one process. */
class TapirHostsTest extends IntegratedHostsContract<HostMemory> {
  private static final Settings SETTINGS =
      Settings.of(true, 50 * MILLI, 200 * MILLI, 1_000 * MILLI);

  @Override
  HostMemory memory(int number) {
    return new HostMemory(number, true);
  }

  @Override
  Opened open(Parts<HostMemory> parts) {
    TapirHost tapir =
        new TapirHost(
            new TapirHost.Parts(
                parts.number(),
                parts.log(),
                scheduler,
                entropy(),
                parts.link(),
                1_000,
                1 << 20,
                History.NONE),
            SETTINGS,
            GROUPS);
    for (int shard : GROUPS.keySet()) {
      tapir.start(shard, parts.memory(), parts.registers(), TIMING);
    }
    IntegratedHost host =
        new IntegratedHost(
            parts.number(),
            scheduler,
            new TapirStore(tapir, PLACEMENTS::nodeOf, GROUPS, 100 * MILLI, () -> Result.DONE));
    return new Opened(host, new Host(tapir));
  }

  private record Host(TapirHost tapir) implements Machines {
    @Override
    public void received(int from, Decoder message) {
      tapir.received(from, message);
    }

    @Override
    public void close() {
      tapir.close();
    }
  }
}
