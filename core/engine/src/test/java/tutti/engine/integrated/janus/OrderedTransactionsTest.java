package tutti.engine.integrated.janus;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.distribution.message.MemberProgress;
import tutti.engine.distribution.message.PeerMessage.Answer;
import tutti.engine.distribution.message.ResolutionRequest;
import tutti.engine.integrated.janus.JanusHosts.Host;
import tutti.engine.integrated.janus.JanusHosts.Paid;
import tutti.protocol.integrated.janus.Outcome;

/** An operator looks at transactions that wait for a verdict, and ends one by hand. */
class OrderedTransactionsTest {
  private static final ResolutionRequest FORCED =
      new ResolutionRequest(false, true, "ann", "c burnt");

  private final JanusHosts all = new JanusHosts(1);

  /** A transfer that fails on two hosts, and is not executed on the third, which is gone then. */
  private Paid heldByTwo(boolean executedByTheThird) {
    all.letLinksTell();
    all.failing = host -> host != 2;
    if (!executedByTheThird) {
      all.cutOff.add(2);
    }
    Paid one = all.pay(all.hosts.get(executedByTheThird ? 2 : 0), 0, 0, 0, 10);
    all.pass(40);
    assertThat(all.failed).contains(0, 1).doesNotContain(2);
    all.hosts.forEach(Host::crash);
    all.cutOff.clear();
    all.failing = _ -> false;
    all.hosts.get(0).start();
    all.hosts.get(1).start();
    all.cutOff.add(2);
    all.pass(100);
    return one;
  }

  private OrderedTransactions at(int host) {
    return new OrderedTransactions(all.hosts.get(host).janus, number -> "host-" + number);
  }

  private List<MemberProgress> progress(int host) {
    List<MemberProgress> seen = new ArrayList<>();
    at(host).progress(null, seen::addAll);
    all.quarter();
    return seen;
  }

  private Answer resolve(int host, TransactionId id, ResolutionRequest request) {
    List<Answer> seen = new ArrayList<>();
    at(host).resolve(id, request, seen::add);
    all.quarter();
    return seen.getFirst();
  }

  private static String code(Answer answer) {
    return answer instanceof Answer.Failed failed ? failed.code() : "";
  }

  @Test
  void endsWhatWaitsForAHostThatIsGoneOnAllThatWait() {
    Paid one = heldByTwo(false);
    MemberProgress held = progress(0).getFirst();
    assertThat(held.phase()).isEqualTo("held");
    assertThat(held.endsAlone()).isFalse();
    assertThat(held.ending()).startsWith("host-2 telling");
    TransactionId id = held.key().id();
    ResolutionRequest commit = new ResolutionRequest(true, true, "ann", "c burnt");
    assertThat(code(resolve(0, id, commit))).isEqualTo("not-in-doubt");
    ResolutionRequest weak = new ResolutionRequest(false, false, "ann", "");
    assertThat(code(resolve(0, id, weak))).isEqualTo("not-forced");
    assertThat(resolve(0, id, FORCED)).isInstanceOf(Answer.Resolved.class);
    all.pass(100);
    assertThat(progress(0)).isEmpty();
    assertThat(progress(1)).as("the other one hears of it").isEmpty();
    Paid behind = all.pay(all.hosts.get(1), 0, 0, 0, 10);
    all.pass(300);
    assertThat(behind.outcome).isEqualTo(Outcome.COMMITTED);
    all.settle();
    assertThat(all.happened()).isEqualTo(Set.of(behind));
    assertThat(one.outcome).isNull();
  }

  @Test
  void endsAnExecutionThatNeverEndsOnEachHostThatIsAsked() {
    all.letLinksTell();
    all.endless = true;
    Paid one = all.pay(all.hosts.getFirst(), 0, 0, 0, 10);
    all.pass(40);
    MemberProgress running = progress(0).getFirst();
    assertThat(running.phase()).isEqualTo("executing");
    TransactionId id = running.key().id();
    ResolutionRequest weak = new ResolutionRequest(false, false, "ann", "");
    assertThat(code(resolve(0, id, weak))).isEqualTo("not-forced");
    for (int host = 0; host < 3; host++) {
      assertThat(resolve(host, id, FORCED)).isInstanceOf(Answer.Resolved.class);
    }
    all.pass(10);
    assertThat(all.failed).contains(0, 1, 2);
    int executions = all.executions;
    all.hosts.forEach(Host::crash);
    all.hosts.forEach(Host::start);
    all.pass(300);
    assertThat(all.executions).as("it is not executed again").isEqualTo(executions);
    all.endless = false;
    Paid behind = all.pay(all.hosts.get(1), 0, 0, 0, 10);
    all.pass(300);
    assertThat(behind.outcome).isEqualTo(Outcome.COMMITTED);
    all.settle();
    assertThat(all.happened()).isEqualTo(Set.of(behind));
    assertThat(one.outcome).isNull();
  }

  @Test
  void refusesWhileAHostThatCanBeReachedHasNotAnswered() {
    heldByTwo(false);
    TransactionId id = progress(0).getFirst().key().id();
    all.hosts.get(2).start();
    all.cutOff.clear();
    assertThat(code(resolve(0, id, FORCED))).isEqualTo("ends-by-itself");
  }

  /**
   * The third host has executed it, and comes back after the order: it takes what the others have.
   */
  @Test
  void aHostThatHasExecutedWhatWasEndedByHandTakesWhatTheOthersHave() {
    heldByTwo(true);
    TransactionId id = progress(0).getFirst().key().id();
    assertThat(resolve(0, id, FORCED)).isInstanceOf(Answer.Resolved.class);
    all.pass(100);
    all.settle();
    assertThat(all.happened()).isEmpty();
    assertThat(all.hosts.get(2).installed()).isEqualTo(2);
  }
}
