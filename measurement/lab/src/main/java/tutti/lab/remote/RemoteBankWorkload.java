package tutti.lab.remote;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import tutti.lab.bank.Scenario;
import tutti.lab.bench.Workload;
import tutti.lab.load.LoadPlan;
import tutti.lab.measure.RunResult;
import tutti.lab.measure.Text;
import tutti.lab.node.RunHistory;
import tutti.rebel.value.Iban;

/**
 * {@code bench bank --url}: the bank on a server that is running, which may be {@code
 * examples/bank}. The server keeps all effects, so every run uses accounts and transfers of its
 * own.
 */
public final class RemoteBankWorkload implements Workload {
  /** The name of the latest run, so that no two runs of one second share accounts. */
  private static final AtomicLong LATEST = new AtomicLong();

  private static final int USUAL_PORT = 80;
  private static final int LETTERS = 26;

  private final Scenario scenario;
  private final int accounts;
  private final String url;
  private final URI server;

  public RemoteBankWorkload(Scenario scenario, int accounts, String url) {
    this.scenario = scenario;
    this.accounts = scenario.checked(accounts);
    this.url = url;
    this.server = URI.create(url.replaceAll("/+$", ""));
    if (server.getHost() == null
        || !server.getScheme().equals("http")
        || !server.getPath().isEmpty()) {
      throw new IllegalArgumentException(
          "--url: '" + url + "' is not an address such as http://localhost:8080");
    }
  }

  @Override
  public String name() {
    return "bank " + scenario.label() + " over HTTP";
  }

  @Override
  public Map<String, Object> parameters() {
    Map<String, Object> parameters = new LinkedHashMap<>();
    scenario.describe(accounts, parameters);
    parameters.put("url", url);
    return parameters;
  }

  @Override
  public List<String> sides() {
    return List.of("tutti");
  }

  @Override
  public RunResult run(String side, LoadPlan plan) throws IOException {
    HttpBank bank =
        new HttpBank(
            scenario,
            accounts,
            new OwnNames(),
            HttpBank.Share.ALL,
            List.of(address()),
            RunHistory.NONE);
    try {
      bank.prepare();
    } catch (ConnectException e) {
      throw new IOException(
          "no server answers at " + url + "; start one with 'tutti run examples/bank'", e);
    }
    return bank.run(side, plan, null);
  }

  private InetSocketAddress address() {
    return new InetSocketAddress(
        server.getHost(), server.getPort() < 0 ? USUAL_PORT : server.getPort());
  }

  /** The names of one run, after the second in which it began, or one of the next. */
  private static final class OwnNames implements HttpBank.Names {
    private final long base =
        LATEST.updateAndGet(latest -> Math.max(latest + 1, System.currentTimeMillis() / 1000));
    private final String bank = bankCode(base);

    @Override
    public String account(long number) {
      return Iban.of("NL", bank + Text.of("%010d", number)).text();
    }

    @Override
    public long transfer(long number) {
      return (base * HttpBank.MOST_CLIENTS - 1) * HttpBank.PER_CLIENT + number;
    }
  }

  /** Returns four letters that differ from run to run. */
  private static String bankCode(long seconds) {
    StringBuilder code = new StringBuilder();
    long rest = seconds;
    for (int i = 0; i < 4; i++) {
      code.append((char) ('A' + rest % LETTERS));
      rest /= LETTERS;
    }
    return code.toString();
  }
}
