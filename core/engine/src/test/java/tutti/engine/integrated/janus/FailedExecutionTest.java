package tutti.engine.integrated.janus;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tutti.engine.distribution.message.MemberProgress;
import tutti.engine.distribution.message.PeerMessage.Answer;
import tutti.engine.distribution.message.ResolutionRequest;
import tutti.engine.integrated.janus.JanusHosts.Host;
import tutti.engine.integrated.janus.JanusHosts.Paid;
import tutti.model.testing.Effort;
import tutti.protocol.integrated.janus.Outcome;

/**
 * Executions that come to an error of the virtual machine on some hosts, whose processes end by
 * that: the replicas agree whether the transaction happens before any executes it a second time.
 */
class FailedExecutionTest {

  /** Ends the processes that have failed, and starts them again as a supervisor does. */
  private static void startAgain(JanusHosts all) {
    List<Host> ended = all.failed.stream().distinct().map(all.hosts::get).toList();
    all.failed.clear();
    ended.stream().filter(Host::isUp).forEach(Host::crash);
    ended.stream().filter(host -> !host.isUp()).forEach(Host::start);
  }

  private static void settles(JanusHosts all, Set<Paid> happened) {
    all.settle();
    assertThat(all.happened()).isEqualTo(happened);
    assertThat(all.balances()).isEqualTo(JanusHosts.expected(happened));
  }

  @Test
  void whereItFailsOnEachHostAllRefuseItAndNobodyExecutesItAgain() {
    JanusHosts all = new JanusHosts(1);
    all.failing = _ -> true;
    Paid one = all.pay(all.hosts.getFirst(), 0, 0, 0, 10);
    all.pass(20);
    assertThat(all.failed).contains(0, 1, 2);
    startAgain(all);
    all.pass(300);
    assertThat(all.failed).as("no host has executed it a second time").isEmpty();
    all.failing = _ -> false;
    Paid next = all.pay(all.hosts.get(1), 1, 0, 0, 10);
    all.pass(300);
    assertThat(next.outcome).as("the accounts are free").isEqualTo(Outcome.COMMITTED);
    settles(all, Set.of(next));
    assertThat(one.outcome).as("its client has heard nothing of it").isNull();
    assertThat(all.diverged).isEmpty();
  }

  @Test
  void whatOneHostHasExecutedTheOthersExecuteToo() {
    JanusHosts all = new JanusHosts(2);
    all.failing = host -> host != 0;
    Paid one = all.pay(all.hosts.getFirst(), 0, 0, 0, 10);
    all.pass(20);
    assertThat(one.outcome).isEqualTo(Outcome.COMMITTED);
    startAgain(all);
    all.pass(300);
    settles(all, Set.of(one));
  }

  /** The third one has not begun, and promises not to. */
  @Test
  void aHostThatHasNotBegunHoldsIt() {
    JanusHosts all = new JanusHosts(3);
    all.failing = host -> host != 2;
    all.cutOff.add(2);
    Paid one = all.pay(all.hosts.getFirst(), 0, 0, 0, 10);
    all.pass(40);
    assertThat(all.failed).contains(0, 1).doesNotContain(2);
    all.cutOff.clear();
    startAgain(all);
    all.pass(600);
    settles(all, all.happened());
    assertThat(all.happened()).as("nobody has executed it").isEmpty();
    assertThat(one.outcome).isNotEqualTo(Outcome.COMMITTED);
  }

  /** The third one is out of the configuration when it is decided: it cannot have executed it. */
  @Test
  void aHostThatWasLeftOutBeforeHoldsItOnceItIsBack() {
    JanusHosts all = new JanusHosts(5);
    Paid before = all.pay(all.hosts.getFirst(), 1, 1, 1, 1);
    all.pass(100);
    all.cutOff.add(2);
    all.pass(1_000);
    all.failing = host -> host != 2;
    all.pay(all.hosts.getFirst(), 0, 0, 0, 10);
    all.pass(100);
    assertThat(all.failed).contains(0, 1);
    all.failing = _ -> false;
    startAgain(all);
    all.pass(300);
    all.cutOff.clear();
    settles(all, Set.of(before));
    assertThat(all.hosts.get(2).installed()).isEqualTo(2);
  }

  /** A host that is away may have executed it: what is behind waits, and the rest goes on. */
  @Test
  void withoutAHostThatMayHaveExecutedItNothingIsDecided() {
    JanusHosts all = new JanusHosts(4);
    all.failing = host -> host != 2;
    Paid one = all.pay(all.hosts.get(2), 0, 0, 0, 10);
    for (int quarters = 0; one.outcome == null; quarters++) {
      assertThat(quarters).as("quarters of a millisecond").isLessThan(1_000);
      all.quarter();
    }
    assertThat(one.outcome).isEqualTo(Outcome.COMMITTED);
    all.pass(20);
    all.hosts.get(2).crash();
    startAgain(all);
    all.failing = _ -> false;
    Paid behind = all.pay(all.hosts.get(1), 0, 0, 0, 10);
    Paid other = all.pay(all.hosts.get(1), 0, 1, 1, 10);
    all.pass(300);
    assertThat(behind.outcome).isNull();
    assertThat(other.outcome).isEqualTo(Outcome.COMMITTED);
    all.hosts.get(2).start();
    all.pass(600);
    settles(all, Set.of(one, behind, other));
  }

  /** For example, its heap is smaller than those of the others. */
  @Test
  void whereOneHostFailsAgainAndAgainItsReplicasStopAndTheOthersGoOn() {
    JanusHosts all = new JanusHosts(6);
    all.hopeless = host -> host == 0;
    Paid one = all.pay(all.hosts.get(1), 0, 0, 0, 10);
    boolean ends = true;
    for (int start = 0; ends; start++) {
      assertThat(start).as("starts").isLessThan(10);
      all.pass(200);
      ends = all.failed.contains(0);
      startAgain(all);
    }
    assertThat(one.outcome).isEqualTo(Outcome.COMMITTED);
    // Both are participants.
    for (int shard = 0; shard < 2; shard++) {
      assertThat(all.hosts.getFirst().janus.stopped(shard))
          .satisfies(at -> assertThat(at.text()).contains("start this host with an empty folder"));
    }
    Paid other = all.pay(all.hosts.get(1), 1, 1, 1, 10);
    all.pass(600);
    assertThat(other.outcome).as("without that host").isEqualTo(Outcome.COMMITTED);
  }

  /** As the launcher's option does when the heap is full. */
  @Test
  void anExecutionThatEndsProcessesBeforeTheyWriteAnythingIsNotExecutedForEver() {
    JanusHosts all = new JanusHosts(7);
    all.letLinksTell();
    all.endless = true;
    all.pay(all.hosts.getFirst(), 0, 0, 0, 10);
    int before = -1;
    int starts = 0;
    for (; before != all.executions; starts++) {
      assertThat(starts).as("starts").isLessThan(8);
      before = all.executions;
      all.pass(100);
      all.hosts.forEach(Host::crash);
      all.hosts.forEach(Host::start);
      all.pass(100);
    }
    OrderedTransactions here = new OrderedTransactions(all.hosts.get(1).janus, String::valueOf);
    List<MemberProgress> seen = new ArrayList<>();
    here.progress(null, seen::addAll);
    all.quarter();
    assertThat(seen).extracting(MemberProgress::phase).containsExactly("held");
    List<Answer> answers = new ArrayList<>();
    ResolutionRequest abort = new ResolutionRequest(false, true, "ann", "it fills the heap");
    here.resolve(seen.getFirst().key().id(), abort, answers::add);
    all.quarter();
    assertThat(answers.getFirst()).isInstanceOf(Answer.Resolved.class);
    all.endless = false;
    Paid behind = all.pay(all.hosts.get(2), 0, 0, 0, 10);
    all.pass(600);
    assertThat(behind.outcome).isEqualTo(Outcome.COMMITTED);
    settles(all, Set.of(behind));
  }

  @Test
  void hostsThatFailAndCrashAgreeAndTakeBackNothingThatWasTold() {
    Effort.seeds(20, FailedExecutionTest::walk);
  }

  private static void walk(int seed) {
    JanusHosts all = new JanusHosts(seed);
    all.loss = 0.05;
    all.failing = _ -> all.random.nextInt(15) == 0;
    for (int i = 0; i < 60; i++) {
      Host host = all.hosts.get(all.random.nextInt(3));
      if (host.isUp() && all.random.nextInt(20) == 0) {
        host.crash();
      } else if (!host.isUp()) {
        host.start();
      } else {
        all.payAnything(host);
      }
      all.pass(1 + all.random.nextInt(20));
      startAgain(all);
    }
    all.failing = _ -> false;
    Set<Paid> happened = happened(all);
    for (Paid each : all.begun) {
      boolean committed = each.outcome == Outcome.COMMITTED;
      assertThat(happened.contains(each) == committed || each.outcome == null)
          .as("seed %d: %s was told as %s", seed, each.transfer, each.outcome)
          .isTrue();
    }
    assertThat(all.diverged).as("seed %d", seed).isEmpty();
  }

  private static Set<Paid> happened(JanusHosts all) {
    for (int i = 0; i < 20; i++) {
      all.hosts.stream().filter(host -> !host.isUp()).forEach(Host::start);
      all.pass(20);
      startAgain(all);
    }
    all.settle();
    Set<Paid> happened = all.happened();
    assertThat(all.balances()).isEqualTo(JanusHosts.expected(happened));
    return happened;
  }
}
