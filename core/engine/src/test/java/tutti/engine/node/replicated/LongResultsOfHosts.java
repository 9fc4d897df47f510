package tutti.engine.node.replicated;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import tutti.engine.memory.BytesUnderWay.Lease;
import tutti.engine.memory.TestHeap;
import tutti.engine.node.replicated.Lamps.Lamp;
import tutti.engine.transaction.submission.Outcome;
import tutti.model.Call;
import tutti.model.testing.Await;

/** Hosts with replicas, of any protocol, whose transactions have long results. */
final class LongResultsOfHosts {
  private static final int MB = 1 << 20;

  private LongResultsOfHosts() {}

  /** Results of one transaction are counted as they come; none is made after too many. */
  static void areCountedAsTheyCome(Hosts hosts, String place) throws Exception {
    Call shine = Lamps.call(place, new Lamp.Shine(MB));
    Outcome outcome = hosts.run(0, null, Collections.nCopies(60, shine).toArray(Call[]::new));
    assertAborted(outcome, "too-large");
    // Under Janus the request may be tried on what is old first.
    assertThat(Objects.requireNonNull(Lamp.Shine.RUNS.get(place)).get()).isBetween(16, 32);
    assertThat(Lamps.result(hosts.run(0, null, Lamps.call(place, new Lamp.Next())))).isEqualTo(0);
    awaitNothingTaken(hosts);
  }

  /** A transaction that would take more room than is left has not happened. */
  static void areRefusedWithoutRoom(Hosts hosts, TestHeap heap, String place) throws Exception {
    for (int host = 0; host < 3; host++) {
      hosts.kill(host);
      hosts.heap(heap);
      hosts.start(host);
    }
    Await.that("all hosts are ready", () -> ready(hosts));
    heap.underWay(8 * MB);
    List<Lease> others =
        IntStream.range(0, 3)
            .mapToObj(host -> hosts.any(host).memory().underWay().lease())
            .toList();
    others.forEach(lease -> assertThat(lease.add(MB - 5_000)).isTrue());
    Call shine = Lamps.call(place, new Lamp.Shine(10_000));
    assertAborted(hosts.run(0, null, shine), "overloaded");
    assertThat(Lamps.result(hosts.run(0, null, Lamps.call(place, new Lamp.Next())))).isEqualTo(0);
    others.forEach(Lease::end);
    assertThat(hosts.run(0, null, shine)).isInstanceOf(Outcome.Committed.class);
    awaitNothingTaken(hosts);
  }

  private static boolean ready(Hosts hosts) {
    return IntStream.range(0, 3).allMatch(host -> hosts.any(host).readiness().notReady() == null);
  }

  private static void awaitNothingTaken(Hosts hosts) throws Exception {
    Await.that(
        "all room is given back",
        () ->
            IntStream.range(0, 3)
                .allMatch(host -> hosts.any(host).memory().underWay().taken() == 0));
  }

  private static void assertAborted(Outcome outcome, String code) {
    assertThat(outcome)
        .isInstanceOfSatisfying(
            Outcome.Aborted.class, aborted -> assertThat(aborted.reason().code()).isEqualTo(code));
  }
}
