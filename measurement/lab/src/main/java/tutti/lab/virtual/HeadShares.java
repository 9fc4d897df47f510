package tutti.lab.virtual;

import java.util.Map;
import java.util.TreeMap;
import tutti.lab.load.ClosedLoop;
import tutti.simulator.model.Head;
import tutti.simulator.model.ModelCluster;

/** The shares of heads in the measured time of a model's cores. */
public final class HeadShares implements ClosedLoop.Measuring {
  private final ModelCluster cluster;
  private final double[] spent = new double[Head.values().length];
  private long begin;
  private long end;

  public HeadShares(ModelNodes nodes) {
    this.cluster = nodes.cluster();
  }

  /** Returns the name of a head's share among a run's figures. */
  public static String name(Head head) {
    return "time-percent-" + head.label().replace(' ', '-');
  }

  @Override
  public void begins() {
    begin = cluster.world().nanos();
    for (Head head : Head.values()) {
      spent[head.ordinal()] = -cluster.world().spentNanos(head);
    }
  }

  @Override
  public void ends() {
    end = cluster.world().nanos();
    for (Head head : Head.values()) {
      spent[head.ordinal()] += cluster.world().spentNanos(head);
    }
  }

  /** Returns each head's share by its {@link #name}, in percent. */
  public Map<String, Double> shares() {
    double all = (double) (end - begin) * cluster.coreCount();
    double idle = all;
    Map<String, Double> shares = new TreeMap<>();
    for (Head head : Head.values()) {
      idle -= spent[head.ordinal()];
      shares.put(name(head), 100 * spent[head.ordinal()] / all);
    }
    shares.put(name(Head.IDLE), 100 * idle / all);
    return shares;
  }
}
