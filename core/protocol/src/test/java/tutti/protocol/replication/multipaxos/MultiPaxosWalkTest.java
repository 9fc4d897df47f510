package tutti.protocol.replication.multipaxos;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import tutti.model.testing.Effort;
import tutti.protocol.machine.Event;
import tutti.protocol.replication.Input;
import tutti.protocol.replication.Timing;

/**
 * Thousands of walks of three or five replicas in virtual time: messages are lost, doubled, late
 * and out of order, directions are cut, hosts crash between any two flushes, and disks are lost.
 * Each step is checked against I1 to I6 and I9, and once nothing goes wrong any more everything
 * ends (I10).
 */
class MultiPaxosWalkTest {
  private static final int MOST_WALKS = 1_000;
  private static final long MILLI = SimulatedGroup.MILLI;

  /** A clock runs by at most this share fast or slow, where there are leases. */
  private static final double DRIFT = 0.1;

  private int terms;
  private int confirmed;
  private int rejoins;
  private int offers;
  private int returns;

  @Test
  void keepsItsInvariantsUnderAllFaults() {
    for (int seed = 0; seed < Effort.of(MOST_WALKS); seed++) {
      walk(seed);
    }
    assertThat(terms).isGreaterThan(Effort.of(MOST_WALKS) * 3);
    assertThat(confirmed).isGreaterThan(Effort.of(MOST_WALKS) * 3);
    assertThat(rejoins).isGreaterThan(Effort.of(MOST_WALKS) / 4);
    assertThat(offers).isPositive();
    assertThat(returns).as("disks that came back").isPositive();
  }

  @Test
  void keepsItsInvariantsFromOtherSeeds() {
    Effort.seeds(MOST_WALKS, this::walk);
  }

  /** Walks in which no host led any more. */
  @Test
  void keepsItsInvariantsWhereOneThatIsBehindStandsFirst() {
    List.of(714_511_920, 959_681_060).forEach(this::walk);
    assertThat(terms).isPositive();
  }

  /** Walks in which more hosts than may fail were on disks that others took for lost. */
  @Test
  void asManyHostsVoteAsMust() {
    List.of(204_955_534, 953_315_185).forEach(this::walk);
    assertThat(terms).isPositive();
  }

  private void walk(int seed) {
    boolean leases = seed % 2 == 1;
    long election = 100 * MILLI;
    Timing timing = new Timing(election, election / 5, 0, 0, seed % 3 == 0 ? 40 : 1000, 2000);
    SimulatedGroup group =
        new SimulatedGroup(
            seed, seed % 5 == 4 ? 5 : 3, leases ? timing.withLeases(election, DRIFT) : timing);
    if (leases) {
      group.drift(DRIFT);
    }
    try {
      new Walk(group).run();
    } catch (RuntimeException | AssertionError e) {
      throw new AssertionError("seed " + seed + ":\n" + group.story(), e);
    }
    terms += group.terms;
    confirmed += group.confirmed;
    rejoins += group.rejoins;
    offers += group.offers;
    returns += group.returns;
  }

  /** One walk: faults for a while, then none. */
  private record Walk(SimulatedGroup group) {
    void run() {
      group.hosts.forEach(
          host -> group.after(group.random.nextLong(50 * MILLI), () -> group.start(host)));
      group.run(100 * MILLI);
      group.disturb();
      long until = group.now() + group.random.nextLong(3000 * MILLI);
      while (group.now() < until) {
        group.run(group.random.nextLong(12 * MILLI));
        step();
      }
      calm();
    }

    private SimulatedHost any() {
      return group.hosts.get(group.random.nextInt(group.hosts.size()));
    }

    private void step() {
      SimulatedHost host = any();
      int kind = group.random.nextInt(100);
      if (kind < 40) {
        group.hosts.stream().filter(SimulatedHost::isUp).forEach(group::propose);
      } else if (kind < 70) {
        group.hosts.stream().filter(SimulatedHost::isUp).forEach(group::read);
      } else if (kind < 76) {
        crash(host);
      } else if (kind < 88 && !host.isUp()) {
        group.start(host);
      } else if (kind < 90 && host.isUp() && host.up().shard() != 0) {
        loseDisk(host);
      } else if (kind < 91 && host.former != null) {
        getDiskBack(host, host.former);
      } else if (kind < 92) {
        group.cut(host.number(), any().number());
      } else if (kind < 94) {
        double loss = group.loss;
        group.heal();
        group.loss = loss;
      } else if (kind < 97 && host.isUp() && host.applied > 0) {
        group.on(host, new Event.Input<>(new Input.Released(host.applied)));
      } else if (kind < 98 && host.isUp()) {
        group.on(host, new Event.Input<>(new Input.Renew()));
      } else if (host.isUp()) {
        group.on(host, new Event.Input<>(new Input.HandOver(any().number())));
      }
    }

    private void crash(SimulatedHost host) {
      if (host.isUp()) {
        group.crash(host);
      }
    }

    /** At most f hosts may have lost what they said at one time. */
    private void loseDisk(SimulatedHost host) {
      if (mayLose(host)) {
        group.crash(host);
        host.loseDisk();
        group.start(host);
        group.rejoins++;
      }
    }

    /** The disk that comes back does not have what the host has said since. */
    private void getDiskBack(SimulatedHost host, SimulatedHost.Former disk) {
      if (mayLose(host)) {
        crash(host);
        host.getDiskBack(disk);
        group.start(host);
        group.returns++;
      }
    }

    private boolean mayLose(SimulatedHost host) {
      long without =
          group.hosts.stream()
              .filter(each -> each == host || !each.durable.votes() || mayBeOutdated(each))
              .count();
      return without <= host.group.mayFail();
    }

    /** Whether others know, or may hear, of a newer disk than the one that a host is on. */
    private boolean mayBeOutdated(SimulatedHost host) {
      return host.newestDisk > host.durable.disk(host.number());
    }

    /** Whether a host is on a disk in place of which others know another one. */
    private boolean isOutdated(SimulatedHost host) {
      int number = host.number();
      return group.hosts.stream()
          .anyMatch(each -> each.durable.disk(number) > host.durable.disk(number));
    }

    private void calm() {
      group.heal();
      group.hosts.stream().filter(host -> !host.isUp()).forEach(group::start);
      group.run(3000 * MILLI);
      SimulatedHost leader =
          group.hosts.stream()
              .filter(host -> host.term != null)
              .findFirst()
              .orElseThrow(() -> new AssertionError("I10: no host leads"));
      int before = group.confirmed;
      group.propose(leader);
      group.read(leader);
      group.run(200 * MILLI);
      long end = leader.position;
      group.require(group.told() == end, "I10: %d of %d is chosen", group.told(), end);
      group.require(group.confirmed > before, "I10: a read is not answered");
      for (SimulatedHost host : group.hosts) {
        group.require(
            host.applied == end, "I10: host %d is at %d of %d", host.number(), host.applied, end);
        group.require(
            host.votes() && !isOutdated(host), "I10: host %d has not rejoined", host.number());
      }
    }
  }
}
