package tutti.lab.torture;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tutti.engine.deployment.Deployment.Replication.Protocol;
import tutti.lab.http.HttpCaller;
import tutti.lab.log.Logs;
import tutti.simulator.history.HistoryClaim;

/**
 * Payments in Java, each of which is a row of several purses. They may charge cards: the charges
 * are files, which no trouble of a node touches.
 */
final class ChargesRound implements RoundWorkload {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final String SOURCE = "Purse.java";
  private static final String QUERY = "{\"sql\": \"select key, parts from payments\"}";

  private final String name;
  private final boolean cards;
  private final Path application;
  private final Path charges;

  /**
   * @param cards whether each payment charges a card
   */
  ChargesRound(Path folder, boolean cards) throws IOException {
    this.name = cards ? "charges" : "purses";
    this.cards = cards;
    this.application = Files.createDirectories(folder.resolve(name));
    this.charges = Files.createDirectories(folder.resolve("charged")).toAbsolutePath();
    Files.writeString(
        application.resolve(SOURCE),
        source().replace("@CHARGES@", charges.toString().replace("\\", "\\\\")));
  }

  private String source() throws IOException {
    String resource = "/tutti/lab/" + name + "/" + SOURCE;
    try (InputStream in = ChargesRound.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalStateException("this build has no resource " + SOURCE);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Override
  public Path application() {
    return application;
  }

  @Override
  public String page() {
    return "/Purse?limit=1";
  }

  @Override
  public RoundTraffic traffic() {
    return new ChargesTraffic(cards);
  }

  /** Does nothing: the judge reads no logs. */
  @Override
  public void follow(List<Path> folders, Protocol replication) {}

  @Override
  public void lose(int node, Logs.Removal removal) throws IOException {
    removal.remove();
  }

  /** Returns the number of purses that each purse says a payment of it has. */
  @Override
  public Map<String, Long> found(HttpCaller caller) throws IOException {
    Map<String, Long> parts = new TreeMap<>();
    for (int purse = 0; purse < ChargesTraffic.PURSES; purse++) {
      String path = "/Purse/" + purse + "/query";
      // A purse of which no payment was made is not there.
      HttpCaller.Answer answer = RoundWorkload.ask(caller, path, QUERY, 200, 404);
      for (JsonNode row : JSON.readTree(answer.body()).path("rows")) {
        parts.put(purse + "/" + row.path(0).asString(""), row.path(1).asLong(-1));
      }
    }
    return parts;
  }

  @Override
  public Judgement judge(HistoryClaim claim, List<RequestRecord> deeds, Map<String, Long> last)
      throws IOException {
    Map<String, Integer> charged = new TreeMap<>();
    try (Stream<Path> files = Files.list(charges)) {
      for (Path file : files.toList()) {
        charged.put(file.getFileName().toString(), Files.readAllLines(file).size());
      }
    }
    ChargesChecker judge = new ChargesChecker(cards, charged, last);
    return new Judgement(
        name, judge.history(claim, deeds), judge.anomalies(), judge.foundOutLater());
  }

  @Override
  public void close() {}
}
