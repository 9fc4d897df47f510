package tutti.engine.integrated.janus;

import java.util.ArrayList;
import java.util.List;
import tutti.engine.integrated.ItemSizes;
import tutti.model.Decoder;

/**
 * The sizes of the items that {@link HostMemory} has after each record of a log. The items of an
 * image replace the items that they repeat immediately; items that come from another replica
 * replace them when all have come.
 */
final class LoggedSizes extends ItemSizes {
  private static final int IN_USE = 0;
  private static final int COME = 1;

  private final JanusLogReader steps = new JanusLogReader();

  @Override
  public long found(int shard, long lsn, Decoder in) {
    List<LoggedStep> all = new ArrayList<>();
    steps.read(shard, in, all);
    all.forEach(this::add);
    return lsn;
  }

  private void add(LoggedStep step) {
    int shard = step.shard();
    switch (step) {
      case LoggedStep.Executed executed -> items(shard, IN_USE).put(executed.writes());
      case LoggedStep.Imaged image -> items(shard, IN_USE).put(image.items());
      case LoggedStep.Coming _ -> drop(shard, COME);
      case LoggedStep.Come come -> items(shard, COME).put(come.items());
      case LoggedStep.Taken _ -> take(shard, COME, IN_USE);
      case LoggedStep.ImageBegun _,
          LoggedStep.ImageComplete _,
          LoggedStep.Requested _,
          LoggedStep.Decided _ -> {}
    }
  }
}
