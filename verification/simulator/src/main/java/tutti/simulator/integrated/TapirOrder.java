package tutti.simulator.integrated;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tutti.model.ActorId;
import tutti.protocol.integrated.tapir.Entry.Outcome;
import tutti.protocol.integrated.tapir.Part;
import tutti.protocol.integrated.tapir.Timestamp;
import tutti.simulator.explorer.world.Finding;
import tutti.simulator.integrated.TapirPast.Life;

/**
 * The claim: some serial order, which has a transaction that was told before another began before
 * it, explains what the committed transactions have read. All orders are tried.
 */
final class TapirOrder {
  private final TapirModel model;
  private final List<Life> lives;

  private TapirOrder(TapirModel model, List<Life> lives) {
    this.model = model;
    this.lives = lives;
  }

  /** Judges the transactions that committed; null if some order explains them. */
  static @Nullable Finding judge(TapirModel model, List<Life> lives) {
    List<Integer> committed = new ArrayList<>();
    for (int each = 0; each < lives.size(); each++) {
      if (lives.get(each).outcome() == Outcome.COMMITTED) {
        committed.add(each);
      }
    }
    boolean explained = new TapirOrder(model, lives).explains(committed, new HashMap<>());
    return explained ? null : new Finding("strict", "no order explains " + committed);
  }

  private boolean explains(List<Integer> left, Map<ActorId, Timestamp> newest) {
    for (int next : left) {
      if (mayBeNext(next, left) && readsNewest(next, newest)) {
        List<Integer> others = new ArrayList<>(left);
        others.remove(Integer.valueOf(next));
        Map<ActorId, Timestamp> after = new HashMap<>(newest);
        for (Part part : lives.get(next).parts()) {
          part.writes().keySet().forEach(it -> after.put(it, model.transaction(next).id()));
        }
        if (explains(others, after)) {
          return true;
        }
      }
    }
    return left.isEmpty();
  }

  private boolean mayBeNext(int next, List<Integer> left) {
    return left.stream().noneMatch(it -> lives.get(it).told() < lives.get(next).begun());
  }

  private boolean readsNewest(int next, Map<ActorId, Timestamp> newest) {
    return lives.get(next).parts().stream()
        .flatMap(part -> part.reads().entrySet().stream())
        .allMatch(
            read -> read.getValue().equals(newest.getOrDefault(read.getKey(), Timestamp.NONE)));
  }
}
