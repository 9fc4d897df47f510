package tutti.lab.torture;

import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.lab.served.JsonCalls;
import tutti.lab.served.ServedBenchmark;
import tutti.lab.served.ServedBenchmark.Asked;

/** The requests of a benchmark's clients; the signature of each is its number. Thread-safe. */
final class BenchmarkTraffic implements RoundTraffic {
  private static final String PATH = "/transactions";

  private final ServedBenchmark benchmark;
  private final AtomicLong requests = new AtomicLong();
  private final Map<String, Asked> asked = new ConcurrentHashMap<>();

  BenchmarkTraffic(ServedBenchmark benchmark) {
    this.benchmark = benchmark;
  }

  @Override
  public List<Ask> opening() {
    return benchmark.opening().stream().map(this::ask).toList();
  }

  @Override
  public Ask next(SplittableRandom random) {
    Asked request = benchmark.next(random);
    Ask ask = ask(request.request());
    asked.put(ask.signature(), request);
    return ask;
  }

  private Ask ask(TransactionRequest request) {
    return new Ask(PATH, JsonCalls.body(request.calls()), "request " + requests.getAndIncrement());
  }

  /** Returns the request with that signature; null if it belongs to the load. */
  @Nullable Asked asked(String signature) {
    return asked.get(signature);
  }
}
