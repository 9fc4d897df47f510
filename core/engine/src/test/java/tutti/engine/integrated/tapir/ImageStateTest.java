package tutti.engine.integrated.tapir;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.TreeMap;
import tutti.engine.transfer.NoSink;
import tutti.engine.transfer.NoState;
import tutti.engine.transfer.StateTransfer;
import tutti.engine.transfer.StateTransferContract;
import tutti.model.ActorId;
import tutti.protocol.integrated.LogPosition;
import tutti.protocol.integrated.tapir.DurableState;
import tutti.protocol.integrated.tapir.Image;
import tutti.protocol.integrated.tapir.Part;
import tutti.protocol.integrated.tapir.Record;
import tutti.protocol.integrated.tapir.Timestamp;
import tutti.protocol.replication.Ballot;
import tutti.protocol.replication.LogMark;

/** The transfer of a memory under TAPIR. */
class ImageStateTest extends StateTransferContract {
  private static final LogPosition PLACE = new LogPosition(new LogMark(100, new Ballot(1, 0)), 1);
  private static final int ITEMS = 6;
  private static final int BYTES = 40_000;

  private final Random names = new Random(1);
  private final Queue<Runnable> whenDurable = new ArrayDeque<>();
  private DurableState memory = new DurableState(TAKER);
  private LogPosition place = LogPosition.START;

  @Override
  protected StateTransfer<?> giver(int host, StateTransfer.Way way) {
    DurableState its = full(host);
    ImageSource source = new ImageSource(() -> its, () -> PLACE);
    return new StateTransfer<>("a giver", way, source, new NoSink(), names::nextLong, PATIENCE);
  }

  private static DurableState full(int host) {
    DurableState its = new DurableState(host);
    for (int item = 0; item < ITEMS; item++) {
      TreeMap<Timestamp, Part.Value> versions = new TreeMap<>();
      byte[] value = new byte[BYTES];
      value[0] = (byte) item;
      versions.put(new Timestamp(item + 1, 7), new Part.Value(value));
      its.add(new Record.Item(new ActorId("Account", "a" + item), versions, Timestamp.NONE));
    }
    return its;
  }

  @Override
  protected StateTransfer<?> taker(StateTransfer.Way way) {
    memory = new DurableState(TAKER);
    place = LogPosition.START;
    whenDurable.clear();
    ImageSink sink =
        new ImageSink(
            new ImageSink.Replica() {
              @Override
              public DurableState memory() {
                return memory;
              }

              @Override
              public LogPosition place() {
                return place;
              }

              @Override
              public long append(Record record) {
                return 1;
              }

              @Override
              public void whenDurable(long lsn, Runnable step) {
                whenDurable.add(step);
              }

              @Override
              public void install(Image image, List<Record.Removed> gone) {
                place = image.place();
              }

              @Override
              public void reached(LogPosition place) {}
            });
    return new StateTransfer<>("the taker", way, new NoState(), sink, names::nextLong, PATIENCE);
  }

  @Override
  protected void remind(int giver) {
    givers.get(giver).offer(TAKER);
  }

  @Override
  protected void pass() {
    while (!whenDurable.isEmpty()) {
      whenDurable.remove().run();
    }
  }

  @Override
  protected Object given() {
    return full(GIVER).items(null, Integer.MAX_VALUE);
  }

  @Override
  protected Object taken() {
    return memory.items(null, Integer.MAX_VALUE);
  }
}
