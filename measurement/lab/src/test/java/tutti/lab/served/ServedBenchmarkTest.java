package tutti.lab.served;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tutti.engine.relational.ProcedureAction;
import tutti.engine.relational.ProcedureResult;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.lab.bench.SmallRuns;
import tutti.lab.node.RunNodes;
import tutti.lab.served.ServedBenchmark.Asked;
import tutti.lab.served.ServedBenchmark.Stored;
import tutti.lab.served.ServedBenchmark.Trace;
import tutti.lab.smallbank.ServedSmallbank;
import tutti.lab.tpcc.Actors;
import tutti.lab.tpcc.ServedTpcc;
import tutti.model.Call;
import tutti.model.actor.JavaApplication;
import tutti.model.codec.TypeCodec;
import tutti.model.form.ValueForm;
import tutti.model.text.JsonText;

/** Benchmarks leave the traces that they say. */
@Timeout(300)
class ServedBenchmarkTest {
  private static final int REQUESTS = 400;

  @TempDir Path folder;

  static Stream<Arguments> benchmarks() {
    return Stream.of(
        Arguments.of("tpcc", of(() -> new ServedTpcc(Actors.WAREHOUSES))),
        Arguments.of("tpcc-rows", of(() -> new ServedTpcc(Actors.ROWS))),
        Arguments.of("smallbank", of(ServedSmallbank::new)));
  }

  private static Supplier<ServedBenchmark> of(Supplier<ServedBenchmark> made) {
    return made;
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("benchmarks")
  void leaveTheTracesThatTheySay(String name, Supplier<ServedBenchmark> made) throws Exception {
    ServedBenchmark benchmark = made.get();
    SplittableRandom random = new SplittableRandom(5);
    Map<String, Long> sums = new HashMap<>();
    try (RunNodes nodes =
        SmallRuns.nodes(folder)
            .open(
                benchmark.application(), SmallRuns.side(1).deployment(), SmallRuns.plan(4, 100))) {
      for (TransactionRequest part : benchmark.opening()) {
        assertThat(results(nodes, part)).isNotNull();
      }
      assertThat(benchmark.stored(nodes).amounts()).isEmpty();
      int committed = 0;
      for (int i = 0; i < REQUESTS; i++) {
        Asked asked = benchmark.next(random);
        List<@Nullable Object> results = results(nodes, asked.request());
        if (results != null) {
          committed++;
          for (Trace trace : asked.traces(results)) {
            assertThat(trace.least()).as("%s", trace).isEqualTo(trace.most());
            sums.merge(trace.of(), trace.least(), Long::sum);
          }
          assertThat(withoutAnswer(asked)).as("%s", asked).isTrue();
        }
      }
      sums.values().removeIf(amount -> amount == 0);
      Stored stored = benchmark.stored(nodes);
      assertThat(stored.amounts()).isEqualTo(sums);
      assertThat(stored.violations().values()).isNotEmpty().allMatch(List::isEmpty);
      assertThat(committed).isGreaterThan(REQUESTS / 2);
    }
  }

  /** Returns the results, which are the same after a way through JSON; null if it was refused. */
  private static @Nullable List<@Nullable Object> results(
      RunNodes nodes, TransactionRequest request) throws InterruptedException {
    List<@Nullable Object> results = new ArrayList<>();
    assertThat(JsonCalls.body(request.calls())).startsWith("{\"events\":[{");
    try {
      nodes.commit(1, i -> request, committed -> results.addAll(committed.results()));
    } catch (IllegalStateException refused) {
      return null;
    }
    assertThat(JsonCalls.results(request.calls(), answer(request.calls(), results)))
        .isEqualTo(results);
    return results;
  }

  private static String answer(List<Call> calls, List<@Nullable Object> results) {
    List<Object> events = new ArrayList<>();
    for (int i = 0; i < calls.size(); i++) {
      Map<String, @Nullable Object> event = new HashMap<>();
      TypeCodec<Object> codec =
          calls.get(i).action() instanceof ProcedureAction action
              ? action.procedure().result()
              : null;
      if (codec != null
          && results.get(i) instanceof ProcedureResult result
          && result.value() != null) {
        event.put("result", ValueForm.ofAnswer(codec).write(result.value()));
      }
      events.add(event);
    }
    return JsonText.of(Map.of("events", events));
  }

  /** Returns whether a request whose answer was lost may have left what it would have told. */
  private static boolean withoutAnswer(Asked asked) {
    return asked.traces(null).stream().allMatch(trace -> trace.least() <= trace.most());
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("benchmarks")
  void nodesServeTheSameApplication(String name, Supplier<ServedBenchmark> made) throws Exception {
    ServedBenchmark benchmark = made.get();
    JavaApplication served =
        (JavaApplication) benchmark.provider().getMethod("application").invoke(null);
    assertThat(served.types())
        .extracting(type -> type.name())
        .isEqualTo(benchmark.application().types().stream().map(type -> type.name()).toList());
  }
}
