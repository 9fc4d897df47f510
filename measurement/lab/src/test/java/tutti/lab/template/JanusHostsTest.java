package tutti.lab.template;

import static org.assertj.core.api.Assertions.assertThat;
import static tutti.lab.template.IntegratedHost.request;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tutti.engine.history.History;
import tutti.engine.integrated.ItemExecution;
import tutti.engine.integrated.OrderedExecution;
import tutti.engine.integrated.OrderingProtocol;
import tutti.engine.integrated.janus.HostMemory;
import tutti.engine.integrated.janus.JanusHost;
import tutti.engine.integrated.janus.JanusOrder;
import tutti.engine.transaction.outcome.RetryCause;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.Reason;
import tutti.engine.transaction.submission.Result;
import tutti.model.Decoder;
import tutti.protocol.integrated.janus.Settings;

/** Janus on three hosts of one process. */
class JanusHostsTest extends IntegratedHostsContract<HostMemory> {
  private static final Settings SETTINGS = Settings.of(50 * MILLI, 200 * MILLI, 1_000 * MILLI);

  /** The calls by which hosts came to different ends; there are none. */
  private final List<String> diverged = new CopyOnWriteArrayList<>();

  @Override
  HostMemory memory(int number) {
    return new HostMemory(number, SETTINGS);
  }

  @Override
  Opened open(Parts<HostMemory> parts) {
    JanusHost janus =
        new JanusHost(
            new JanusHost.Parts(
                parts.number(),
                parts.log(),
                scheduler,
                entropy(),
                parts.link(),
                1_000,
                1 << 20,
                History.NONE),
            SETTINGS,
            GROUPS);
    IntegratedHost.Maker maker =
        (runtime, completion, executors) -> {
          OrderedExecution execution =
              new OrderedExecution(
                  IntegratedHost.VERSIONS,
                  runtime,
                  executors,
                  History.NONE,
                  1 << 20,
                  new OrderedExecution.Trouble() {
                    @Override
                    public void diverged(
                        String calls, ItemExecution.Difference what, Runnable reported) {
                      diverged.add(calls);
                    }

                    @Override
                    public void failed(String calls) {
                      throw new AssertionError(calls);
                    }

                    @Override
                    public void gone(String why) {
                      diverged.add(why);
                    }
                  });
          for (int shard : GROUPS.keySet()) {
            janus.start(shard, parts.memory(), parts.registers(), TIMING, execution);
          }
          return new OrderingProtocol(
              IntegratedHost.VERSIONS,
              runtime,
              completion,
              executors,
              new JanusOrder(janus, PLACEMENTS::nodeOf, 100 * MILLI, () -> Result.DONE, 1 << 20));
        };
    return new Opened(new IntegratedHost(parts.number(), scheduler, maker), new Host(janus));
  }

  @AfterEach
  void allHostsCameToTheSameEnds() {
    assertThat(diverged).isEmpty();
  }

  private record Host(JanusHost janus) implements Machines {
    @Override
    public void received(int from, Decoder message) {
      janus.received(from, message);
    }

    @Override
    public void close() {
      janus.close();
    }
  }

  /** All puts and takes meet at one purse: none aborts another, and none begins anew. */
  @Test
  void noTransactionIsTriedAgainForAConflict() throws Exception {
    List<CompletableFuture<Outcome>> all = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      all.add(host(i % 3).begin(request("hot", new Purse.Put(2))));
      all.add(host(i % 3).begin(request("hot", new Purse.Give("p" + i % 4, 1))));
    }
    long given = 0;
    for (CompletableFuture<Outcome> each : all) {
      Outcome outcome = each.get(100, TimeUnit.SECONDS);
      if (outcome instanceof Outcome.Aborted(_, Reason reason)) {
        assertThat(reason.code()).isEqualTo("too-few");
      } else {
        assertThat(outcome).isInstanceOf(Outcome.Committed.class);
        given++;
      }
    }
    assertThat(host(1).value("hot", new Purse.Put(0))).isEqualTo(180 - given);
    for (int number = 0; number < 3; number++) {
      assertThat(host(number).completion.retries()).containsEntry(RetryCause.CONFLICT, 0L);
    }
  }
}
