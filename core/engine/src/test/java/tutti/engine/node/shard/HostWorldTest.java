package tutti.engine.node.shard;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Deployment.Replication;
import tutti.engine.deployment.NodeAddress;
import tutti.engine.distribution.message.Greeting;
import tutti.engine.distribution.message.LogWord;
import tutti.engine.distribution.message.World;
import tutti.engine.journal.Disk;
import tutti.engine.journal.FailingDisk;
import tutti.engine.journal.ForgetfulDisk;

/** Two hosts' judgements of each other's data, from their first words alone. */
class HostWorldTest {
  private long drawn;

  /** A host's data folder and what stands in it. */
  private final class Host {
    final int number;
    Disk disk = new ForgetfulDisk();
    boolean hasData;

    /** The position up to which its log is durable. */
    long log;

    HostWorld world;

    Host(int number) throws IOException {
      this.number = number;
      start();
    }

    void start() throws IOException {
      world = HostWorld.open(disk, number, world == null, Runnable::run);
      world.starts(++drawn, log);
      world.begin(() -> hasData);
    }

    void losesItsDisk() throws IOException {
      disk = new ForgetfulDisk();
      hasData = false;
      log = 0;
      world = null;
      start();
    }

    void isRestored(String backup) throws IOException {
      losesItsDisk();
      HostWorld.restored(disk, backup);
      hasData = true;
      start();
    }
  }

  /** A message of one to another. */
  private void hears(Host one, Host from) {
    one.world.heard(
        from.number, new LogWord(from.world.told().starts().last().getLast().drawn(), from.log));
  }

  private static boolean meet(Host one, Host other) {
    World first = one.world.told();
    World second = other.world.told();
    boolean welcome = one.world.differs(other.number, second) == null;
    assertThat(other.world.differs(one.number, first) == null).isEqualTo(welcome);
    return welcome;
  }

  private Host[] cluster(int hosts) throws IOException {
    Host[] all = new Host[hosts];
    for (int i = 0; i < hosts; i++) {
      all[i] = new Host(i);
    }
    return all;
  }

  private static void meetAll(Host... hosts) {
    for (Host one : hosts) {
      for (Host other : hosts) {
        assertThat(one == other || meet(one, other)).isTrue();
      }
    }
  }

  private static void haveData(Host... hosts) {
    for (Host each : hosts) {
      each.hasData = true;
    }
  }

  /** A host that has lost its disk meets those, and gets their data. */
  private static void getsItsDataFrom(Host lost, Host... others) throws IOException {
    lost.losesItsDisk();
    for (Host each : others) {
      assertThat(meet(lost, each)).isTrue();
    }
    lost.hasData = true;
  }

  @Test
  void hostsOfTwoClustersWithTheSameNamesRefuseEachOther() throws IOException {
    Host[] one = cluster(3);
    Host[] other = cluster(3);
    meetAll(one);
    meetAll(other);
    haveData(one);
    haveData(other);
    one[2].start();
    assertThat(meet(one[2], other[0])).isFalse();
    assertThat(meet(other[1], one[2])).isFalse();
    assertThat(one[2].world.differs(0, other[0].world.told()))
        .contains("other data of a deployment into which no backup was restored", "an empty one");
  }

  @Test
  void twoRestoresOfOneBackupDoNotMix() throws IOException {
    Host[] hosts = cluster(4);
    for (Host each : hosts) {
      each.isRestored("monday");
    }
    meetAll(hosts);
    hosts[2].isRestored("monday");
    assertThat(meet(hosts[2], hosts[0])).isFalse();
    hosts[2].losesItsDisk();
    meetAll(hosts);
  }

  @Test
  void aHostThatCameBackEmptyIsKnownThroughThoseWhoseDataItGot() throws IOException {
    Host[] hosts = cluster(5);
    meetAll(hosts);
    haveData(hosts);
    // While the second is away, the others lose one disk after the other.
    getsItsDataFrom(hosts[2], hosts[0]);
    getsItsDataFrom(hosts[3], hosts[2]);
    hosts[3].start();
    assertThat(meet(hosts[1], hosts[3])).isTrue();
    meetAll(hosts);
  }

  /** Found by simulation: two hosts of one cluster refused each other for ever. */
  @Test
  void whoHasNotMetANewFolderYetDoesNotMakeAThirdOneForgetIt() throws IOException {
    Host[] hosts = cluster(3);
    meetAll(hosts);
    haveData(hosts);
    getsItsDataFrom(hosts[2], hosts[0], hosts[1]);
    assertThat(meet(hosts[0], hosts[2])).isTrue();
    // The second host goes on with the session that the third had while it was empty.
    getsItsDataFrom(hosts[0], hosts[2], hosts[1]);
    getsItsDataFrom(hosts[1], hosts[2], hosts[0]);
    meetAll(hosts);
  }

  /** A host that loses its disk gets the data from most hosts; the others may be away meanwhile. */
  @Test
  void hostsOfOneClusterKnowEachOtherWhicheverDisksTheyLose() throws IOException {
    for (int seed = 0; seed < 20; seed++) {
      Random random = new Random(seed);
      int many = random.nextBoolean() ? 3 : 5;
      Host[] hosts = cluster(many);
      meetAll(hosts);
      haveData(hosts);
      for (int step = 0; step < 50; step++) {
        Host lost = hosts[random.nextInt(many)];
        lost.losesItsDisk();
        List<Host> others = new ArrayList<>(List.of(hosts));
        others.remove(lost);
        Collections.shuffle(others, random);
        for (Host each : others.subList(0, many / 2 + 1)) {
          assertThat(meet(lost, each)).as("seed %s, step %s", seed, step).isTrue();
        }
        lost.hasData = true;
        lost.start();
        Host one = hosts[random.nextInt(many)];
        Host other = hosts[random.nextInt(many)];
        assertThat(one == other || meet(one, other)).as("seed %s, step %s", seed, step).isTrue();
      }
      meetAll(hosts);
    }
  }

  @Test
  void aHostThatWasStartedEmptyByMistakeMayBeRestored() throws IOException {
    Host[] hosts = cluster(3);
    for (int each = 0; each < 2; each++) {
      hosts[each].isRestored("monday");
    }
    meetAll(hosts);
    hosts[2].isRestored("monday");
    meetAll(hosts);
  }

  @Test
  void anOlderCopyOfAFolderIsRefusedByAllThatHaveMetANewerStart() throws IOException {
    Host[] hosts = cluster(3);
    meetAll(hosts);
    haveData(hosts);
    ForgetfulDisk copy = ((ForgetfulDisk) hosts[0].disk).copy();
    hosts[0].start();
    assertThat(meet(hosts[0], hosts[1])).isTrue();
    assertThat(meet(hosts[0], hosts[1])).as("the same start").isTrue();
    hosts[1].start();
    Disk newest = hosts[0].disk;
    hosts[0].disk = copy;
    hosts[0].start();
    assertThat(hosts[1].world.differs(0, hosts[0].world.told()))
        .contains("is an older copy", "an empty folder");
    for (int again = 0; again < 40; again++) {
      hosts[0].start();
      assertThat(hosts[1].world.differs(0, hosts[0].world.told())).contains("is an older copy");
    }
    assertThat(hosts[2].world.differs(0, hosts[0].world.told())).as("has met no newer").isNull();
    hosts[0].disk = newest;
    hosts[0].start();
    assertThat(meet(hosts[0], hosts[1])).isTrue();
    assertThat(hosts[2].world.differs(0, hosts[0].world.told()))
        .as("what the copy has promised is not in it")
        .contains("is an older copy");
    hosts[0].losesItsDisk();
    meetAll(hosts);
  }

  /** Found by hunt 9: it is of the same start, or of a later one, than those that were met. */
  @Test
  void aCopyThatWasMadeWhileTheHostRanIsRefusedByAllThatHaveHeardMore() throws IOException {
    Host[] hosts = cluster(3);
    meetAll(hosts);
    haveData(hosts);
    hosts[0].log = 100;
    hears(hosts[1], hosts[0]);
    ForgetfulDisk copy = ((ForgetfulDisk) hosts[0].disk).copy();
    hosts[0].log = 180;
    hears(hosts[1], hosts[0]);
    hosts[1].world.keepHeard();
    hosts[1].start();
    Disk newest = hosts[0].disk;
    hosts[0].disk = copy;
    for (long of : new long[] {100, 179, 200, 1000}) {
      hosts[0].log = of;
      hosts[0].start();
      assertThat(hosts[1].world.differs(0, hosts[0].world.told()))
          .as("whatever it writes, its first start began at 100")
          .contains("is an older copy", "an empty folder");
    }
    hosts[0].disk = newest;
    hosts[0].log = 180;
    hosts[0].start();
    assertThat(meet(hosts[0], hosts[1])).isTrue();
    assertThat(meet(hosts[0], hosts[2])).isTrue();
    hosts[0].start();
    meetAll(hosts);
    hosts[0].losesItsDisk();
    meetAll(hosts);
  }

  /** The refused host is silent: others may have heard nothing since the copy was made. */
  @Test
  void whoHasAnOlderCopyTalksToNobodyForGood() throws IOException {
    Host[] hosts = cluster(3);
    meetAll(hosts);
    hosts[0].world.refused("it has another deployment");
    assertThat(hosts[0].world.isOlder()).isFalse();
    hosts[0].log = 100;
    hears(hosts[1], hosts[0]);
    hosts[0].log = 90;
    hosts[0].start();
    String why = hosts[1].world.differs(0, hosts[0].world.told());
    assertThat(why).isNotNull();
    hosts[0].world.refused(String.valueOf(why));
    assertThat(hosts[0].world.isOlder()).isTrue();
    hosts[0].start();
    assertThat(hosts[0].world.isOlder()).isTrue();
    hosts[0].losesItsDisk();
    assertThat(hosts[0].world.isOlder()).isFalse();
  }

  /** A word of a former start, or of a folder that is gone, comes late. */
  @Test
  void aLateWordSaysNothingOfTheNextStart() throws IOException {
    Host[] hosts = cluster(2);
    meetAll(hosts);
    hosts[0].log = 500;
    long former = hosts[0].world.told().starts().last().getLast().drawn();
    hosts[0].losesItsDisk();
    meetAll(hosts);
    hosts[1].world.heard(0, new LogWord(former, 500));
    assertThat(hosts[1].world.heardOf(0)).isZero();
    hosts[0].start();
    meetAll(hosts);
  }

  /** A host that is ready before that is refused for ever if it is killed then. */
  @Test
  void aWorldThatCouldNotBeWrittenIsWrittenAgainAndTheHostIsNotReadyBefore() throws IOException {
    Host[] all = cluster(3);
    for (Host each : all) {
      each.isRestored("b1");
    }
    meetAll(all);
    FailingDisk failing = new FailingDisk(new ForgetfulDisk(), "meta-folders-met");
    all[2].disk = failing;
    all[2].hasData = false;
    all[2].world = null;
    all[2].start();
    failing.fail(FailingDisk.What.RENAME);

    meetAll(all);
    all[2].hasData = true;
    Refusals refusals = refusals(all[2]);
    assertThat(all[2].world.isKept()).isFalse();
    assertThat(refusals.after(null)).contains("does not say yet whose data it has");
    failing.fail(null);
    all[2].world.keepHeard();
    assertThat(all[2].world.isKept()).isTrue();
    assertThat(refusals.after(null)).isNull();

    all[2].start();
    meetAll(all);
  }

  /** The folder has its own number alone, and so the next start would be strange to all. */
  @Test
  void aHostIsNotReadyBeforeItsFolderSaysWhomItsDataIsFrom() throws IOException {
    Host[] all = cluster(3);
    meetAll(all);
    haveData(all);
    FailingDisk failing = new FailingDisk(new ForgetfulDisk(), "meta-folders-met");
    all[2].disk = failing;
    all[2].hasData = false;
    all[2].world = null;
    all[2].start();
    failing.fail(FailingDisk.What.RENAME);
    assertThat(all[2].world.isSilent()).isFalse();
    assertThat(meet(all[2], all[0])).isTrue();
    assertThat(all[2].world.isSilent()).as("it gets no data of others before").isTrue();
    assertThat(all[0].world.isSilent()).isFalse();
    all[2].hasData = true;
    Refusals refusals = refusals(all[2]);
    assertThat(refusals.after(null)).contains("does not say yet whose data it has");
    failing.fail(null);
    all[2].world.keepHeard();
    assertThat(refusals.after(null)).isNull();

    assertThat(all[2].world.isSilent()).isFalse();
    failing.fail(FailingDisk.What.RENAME);
    all[1].losesItsDisk();
    assertThat(meet(all[1], all[0])).isTrue();
    all[1].hasData = true;
    assertThat(meet(all[2], all[1])).isTrue();
    assertThat(refusals.after(null)).as("all know it already").isNull();
    assertThat(all[2].world.isSilent()).isFalse();
    failing.fail(null);
    all[2].start();
    meetAll(all);
  }

  private static Refusals refusals(Host of) {
    Deployment deployment =
        Deployment.DEFAULT.toBuilder()
            .nodes(NodeAddress.inOneProcess(3))
            .replication(Replication.NONE.with(Replication.Protocol.JANUS))
            .build();
    Greeting greeting = new Greeting(1, new byte[0], new TreeMap<>(), 1, 1, 1, 0, World.NONE);
    return new Refusals(new ReplicaLayout(of.number, deployment), greeting, of.world);
  }

  @Test
  void aResetBeginsAWorld() throws IOException {
    Host[] hosts = cluster(3);
    meetAll(hosts);
    haveData(hosts);
    for (Host each : new Host[] {hosts[0], hosts[1]}) {
      HostWorld.reset(each.disk, 77);
      each.start();
    }
    assertThat(meet(hosts[0], hosts[1])).isTrue();
    assertThat(hosts[2].world.differs(0, hosts[0].world.told()))
        .contains("the data of shards that were reset");
    assertThat(meet(hosts[2], hosts[0])).isFalse();
  }
}
