package tutti.lab.torture;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import tutti.lab.http.HttpCaller;

/**
 * The loss of two disks at once, of three replicas: more than replicas survive. The nodes must
 * refuse to continue, and report what may be lost and which command accepts that; the command must
 * make folders with which all nodes continue. Used once, when all nodes have ended in order.
 */
final class LostMajority {
  private static final int REFUSED_SECONDS = 60;
  private static final int USAGE = 2;
  private static final String COMMAND = "tutti shard reset --accept-loss";
  private static final String LOSS = "had not come to it";

  private final TortureNodes nodes;
  private final FaultInjector troubles;
  private final SplittableRandom random;
  private final FaultInjector.Story story;
  private final List<String> wrong = new ArrayList<>();

  LostMajority(
      TortureNodes nodes,
      FaultInjector troubles,
      SplittableRandom random,
      FaultInjector.Story story) {
    this.nodes = nodes;
    this.troubles = troubles;
    this.random = random;
    this.story = story;
  }

  /** Loses the disks, and begins anew from those that are left; returns what went wrong. */
  List<String> beginAnew() throws IOException, InterruptedException {
    int one = random.nextInt(nodes.count());
    int other = (one + 1 + random.nextInt(nodes.count() - 1)) % nodes.count();
    List<Integer> lost = List.of(one, other);
    troubles.loseTwo(one, other);
    troubles.startAll();
    for (int node : lost) {
      awaitRefusal(node);
    }
    for (int node = 0; node < nodes.count(); node++) {
      HttpCaller.Answer answer = nodes.told(node, nodes.page());
      if (answer != null && answer.status() == 200) {
        wrong.add(TortureNodes.name(node) + " tells what no majority confirms: " + answer.body());
      }
    }
    for (int node = 0; node < nodes.count(); node++) {
      nodes.kill(node);
    }
    for (int node : lost) {
      nodes.loseDisk(node);
    }
    TortureNodes.Ended refused = nodes.reset(lost, false);
    if (refused.status() != USAGE || !refused.output().contains("would be lost")) {
      wrong.add("a new beginning that does not accept the loss ended so: " + refused);
    }
    TortureNodes.Ended done = nodes.reset(lost, true);
    story.tell(done.output());
    if (done.status() != 0) {
      wrong.add("the command to begin anew ended so: " + done);
    }
    troubles.startAll();
    return wrong;
  }

  private void awaitRefusal(int node) throws InterruptedException {
    String said = "";
    for (long end = System.nanoTime() + REFUSED_SECONDS * 1_000_000_000L;
        System.nanoTime() < end; ) {
      HttpCaller.Answer ready = nodes.told(node, "/ready");
      said = ready == null ? "nothing" : ready.toString();
      if (ready != null && ready.status() == 503 && said.contains(COMMAND) && said.contains(LOSS)) {
        story.tell(TortureNodes.name(node) + " says " + said);
        return;
      }
      Thread.sleep(50);
    }
    wrong.add(
        TortureNodes.name(node)
            + " has lost its disk with another node, and does not say what to do: "
            + said);
  }
}
