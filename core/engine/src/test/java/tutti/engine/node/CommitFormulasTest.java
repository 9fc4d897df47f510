package tutti.engine.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tutti.engine.commit.CommitKind;
import tutti.engine.commit.CommitKinds;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Deployment.ConcurrencyControlKind;
import tutti.engine.journal.Journal;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transport.Transport;
import tutti.engine.transport.TransportStatistics;
import tutti.model.Call;

/**
 * The messages, writes and waits of running nodes under every commit protocol: the formulas of
 * docs/protocols.md, and two messages for each question and its answer. A record counts as forced
 * if anything waits for it, whichever flush it shares.
 */
class CommitFormulasTest {
  private static final int NODES = 5;

  /** A record may come later than what waits for nothing, and so a run costs less for once. */
  private static final int TRIES = 100;

  /**
   * The shape of a transaction: the coordinator's node changes something.
   *
   * @param early participants that change something and vote as they execute
   * @param asked participants that change something and vote when asked
   * @param readers participants that only look, or refuse
   * @param witnesses participants with a witness of Paxos Commit on their node, of three
   */
  private record Mix(int early, int asked, int readers, int witnesses, boolean commits) {
    int p() {
      return early + asked;
    }
  }

  private record Cost(long messages, long forced, long others) {}

  /** The page's, with c = 1 and F = 1. */
  private static Cost formula(String protocol, Mix mix) {
    int e = mix.early;
    int a = mix.asked;
    int r = mix.readers;
    int p = mix.p();
    int q = p == 1 ? 0 : p;
    int some = Math.min(1, p);
    int any = Math.min(1, p + r);
    return switch (protocol) {
      case "two-phase", "two-phase-acknowledged" ->
          mix.commits
              ? new Cost(3 * e + 4 * a + 2 * r, 2 * p + 1, some)
              : new Cost(2 * e + a + r, e, e);
      case "two-phase-presumed-commit" ->
          mix.commits
              ? new Cost(3 * p + 2 * r, p + any + 1, p + any)
              : new Cost(2 * p + 2 * r, 0, 0);
      case "two-phase-presumed-nothing" ->
          mix.commits
              ? new Cost(3 * e + 4 * a + 2 * r, 2 * p + 1, some)
              : new Cost(3 * e + 2 * a + 2 * r, 2 * e + any, any);
      case "three-phase" ->
          mix.commits ? new Cost(6 * p + 2 * r, 3 * p + some + 1, some) : given(p + r);
      case "three-phase-unacknowledged" ->
          mix.commits ? new Cost(5 * p + 2 * r, 2 * p + some + 1, p + some) : given(p + r);
      case "easy-commit", "easy-commit-confirmed" ->
          mix.commits ? new Cost(3 * p + p * p + 2 * r, 2 * p + 1, 2 * q + 2 * some) : given(p + r);
      case "easy-commit-optimised" ->
          mix.commits ? new Cost(3 * p + p * p + 2 * r, 2 * p + 1, 2 * some) : given(p + r);
      case "paxos-commit" ->
          mix.commits
              ? new Cost(4 * (p + r) - mix.witnesses + 6 + 2 * p, 2 * (p + 1) + 3, 4)
              : given(p + r);
      default -> throw new AssertionError("no formula for " + protocol);
    };
  }

  private static Cost given(int messages) {
    return new Cost(messages, 0, 0);
  }

  @TempDir Path folder;
  private final Map<Integer, CountingLog> logs = new ConcurrentHashMap<>();

  static Stream<Arguments> protocols() {
    return CommitKinds.all().stream()
        .flatMap(
            kind ->
                Stream.of(ConcurrencyControlKind.PATH_SENSITIVE, ConcurrencyControlKind.WOUND_WAIT)
                    // Who may not vote as it executes makes no difference to the others.
                    .filter(
                        control ->
                            control == ConcurrencyControlKind.PATH_SENSITIVE
                                || kind.protocol().traits().votesEarly())
                    .map(control -> Arguments.of(kind, control)));
  }

  @ParameterizedTest
  @MethodSource("protocols")
  void nodesSendAndForceAsMuchAsTheFormulasSay(CommitKind kind, ConcurrencyControlKind control)
      throws Exception {
    // So patient that nothing is said twice, and no silence means anything.
    Deployment patient = Nodes.deployment(kind, control, "1m", "10m");
    try (Nodes nodes = new Nodes(folder, patient, NODES, tap(), NODES)) {
      Accounts accounts = new Accounts(nodes);
      boolean early =
          control == ConcurrencyControlKind.PATH_SENSITIVE && kind.protocol().traits().votesEarly();
      // Whom the optimised forwards spare depends on who is faster, if there are several.
      int most = kind.longName().equals("easy-commit-optimised") ? 1 : NODES - 1;
      for (int participants = 0; participants <= most; participants++) {
        for (int readers = participants == 0 ? 1 : 0; readers + participants < NODES; readers++) {
          if (readers < 2) {
            check(nodes, accounts, kind, mix(early, participants, readers, true));
          }
        }
        if (participants + 1 < NODES) {
          check(nodes, accounts, kind, mix(early, participants, 1, false));
        }
      }
    }
  }

  private static Mix mix(boolean early, int participants, int readers, boolean commits) {
    return new Mix(
        early ? participants : 0,
        early ? 0 : participants,
        readers,
        Math.min(2, participants),
        commits);
  }

  private void check(Nodes nodes, Accounts accounts, CommitKind kind, Mix mix) throws Exception {
    Cost formula = formula(kind.longName(), mix);
    int executing = 2 * (mix.p() + mix.readers) - mix.early;
    Cost expected = new Cost(formula.messages + executing, formula.forced, formula.others);
    Cost found = expected;
    for (int i = 0; i < TRIES; i++) {
      found = run(nodes, accounts.calls(mix), mix.commits, expected);
      if (found.equals(expected)) {
        return;
      }
      assertThat(found.messages).as("%s", mix).isLessThanOrEqualTo(expected.messages);
      assertThat(found.forced).as("%s", mix).isLessThanOrEqualTo(expected.forced);
    }
    assertThat(found).as("%s", mix).isEqualTo(expected);
  }

  /** The cost of a transaction, once it is as it should be or nothing more happens. */
  private Cost run(Nodes nodes, Call[] calls, boolean commits, Cost expected) throws Exception {
    nodes.awaitNothingBegun();
    Map<Integer, Long> ends = new ConcurrentHashMap<>();
    logs.forEach((node, log) -> ends.put(node, log.end()));
    long messages = messages(nodes);
    long records = records();
    Outcome outcome = nodes.at(0).run(calls);
    assertThat(outcome instanceof Outcome.Committed).as("%s", outcome).isEqualTo(commits);
    nodes.awaitNothingBegun();
    Cost now = null;
    for (int i = 0; i < 100 && !expected.equals(now); i++) {
      long forced = 0;
      for (Map.Entry<Integer, CountingLog> log : logs.entrySet()) {
        forced += log.getValue().awaited(Objects.requireNonNull(ends.get(log.getKey())));
      }
      now = new Cost(messages(nodes) - messages, forced, records() - records - forced);
      if (!expected.equals(now)) {
        Thread.sleep(10);
      }
    }
    return Objects.requireNonNull(now);
  }

  private long records() {
    return logs.values().stream().mapToLong(CountingLog::records).sum();
  }

  private static long messages(Nodes nodes) {
    long messages = 0;
    for (int i = 0; i < NODES; i++) {
      TransportStatistics traffic = nodes.at(i).node.statistics().traffic();
      messages += traffic == null ? 0 : traffic.messagesSent();
    }
    return messages;
  }

  private Nodes.Tap tap() {
    return new Nodes.Tap() {
      @Override
      public Transport transport(int node, Transport wire) {
        return wire;
      }

      @Override
      public Journal log(int node, Journal log) {
        CountingLog counting = new CountingLog(log);
        logs.put(node, counting);
        return counting;
      }
    };
  }

  /**
   * One account on each node. They are asked in their order, and the first one's node coordinates.
   */
  private static final class Accounts {
    private final Nodes nodes;
    private final List<String> keys = new ArrayList<>();

    Accounts(Nodes nodes) throws Exception {
      this.nodes = nodes;
      for (int node = 0; node < NODES; node++) {
        String key = Homes.accountOn("" + (char) ('a' + node), node, NODES);
        keys.add(key);
        nodes.at(node).run(nodes.bank().call(key, "open", 100L));
      }
    }

    Call[] calls(Mix mix) {
      List<Call> calls = new ArrayList<>();
      String last = keys.get(NODES - 1);
      boolean looks = mix.commits && mix.readers > 0;
      calls.add(
          looks
              ? nodes.bank().call(keys.getFirst(), "match", last)
              : nodes.bank().call(keys.getFirst(), "deposit", 1L));
      for (int node = 1; node <= mix.p(); node++) {
        calls.add(nodes.bank().call(keys.get(node), "deposit", 1L));
      }
      if (!mix.commits) {
        calls.add(nodes.bank().call(last, "withdraw", 1_000_000L));
      }
      return calls.toArray(Call[]::new);
    }
  }
}
