package tutti.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import tutti.cli.rules.Repository;
import tutti.cli.simulate.ProgressLine;
import tutti.command.DeploymentFlags;
import tutti.engine.deployment.DeploymentKeys;
import tutti.engine.node.cost.CostFile;
import tutti.model.testing.Effort;

class CommandLineTest {
  private static final String BANK = Repository.root().resolve("examples/bank").toString();

  /** Making it takes longer than most commands. */
  private static final CommandLine LINE = Tutti.commandLine();

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String... arguments) {
    return run(LINE, arguments);
  }

  private int run(CommandLine line, String... arguments) {
    return line.setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .setColorScheme(CommandLine.Help.defaultColorScheme(CommandLine.Help.Ansi.OFF))
        .execute(arguments);
  }

  static Stream<String> commands() {
    return LINE.getSubcommands().keySet().stream();
  }

  @ParameterizedTest
  @MethodSource("commands")
  void everyCommandHasHelp(String command) {
    assertThat(run(command, "--help")).isZero();
    assertThat(out.toString()).contains("Usage: tutti " + command);
    assertThat(err.toString()).isEmpty();
  }

  /** Picocli takes each line of a help for a format, and warns in the help of one that is none. */
  @Test
  void everyLineOfEveryHelpIsAFormat() {
    helps(LINE)
        .forEach(
            line -> assertThatCode(() -> String.format(line)).as(line).doesNotThrowAnyException());
  }

  private static Stream<String> helps(CommandLine line) {
    CommandSpec spec = line.getCommandSpec();
    return Stream.of(
            Arrays.stream(spec.usageMessage().description()),
            Arrays.stream(spec.usageMessage().footer()),
            spec.args().stream().flatMap(each -> Arrays.stream(each.description())),
            line.getSubcommands().values().stream().flatMap(CommandLineTest::helps))
        .flatMap(each -> each);
  }

  /** Java takes an empty path for the working folder, and data was looked for there. */
  @ParameterizedTest
  @ValueSource(strings = {"run", "check", "restore", "torture"})
  void noPathIsEmpty(String command) {
    assertThat(run(command, BANK, "--data", "")).isEqualTo(2);
    assertThat(err.toString()).contains("'--data'", "expected a path, found ''");
  }

  @Test
  void theHelpListsEveryCommandThatIsNotHidden() {
    assertThat(run("--help")).isZero();
    assertThat(out.toString())
        .contains(
            "run ", "check ", "explain ", "bench ", "simulate ", "check-history ", "test ", "init ")
        .contains("version ", "tutti run examples/bank")
        .doesNotContain("warm-up");
  }

  @Test
  void anInstalledTuttiSendsThoseWhoWantTheLabToAClone() {
    CommandLine installed = Tutti.installed();
    installed.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
    assertThat(installed.execute("--help")).isZero();
    assertThat(out.toString())
        .contains("  run ", "  check ", "  txn ", "  init ")
        .doesNotContain(
            "  bench", "  simulate", "  torture", "  check-history", "  install ", "  test ");
    assertThat(installed.execute("simulate", "--seconds", "9")).isEqualTo(2);
    assertThat(err.toString())
        .isEqualTo(
            "tutti: 'simulate' simulates, measures or tests Tutti itself, and only a clone has it:"
                + " ./tutti simulate\n");
  }

  @Test
  void helpKnowsThePagesOfTheManual() {
    String docs = Repository.root().resolve("docs").toString();
    assertThat(Manual.page(docs, "rebel")).contains(Repository.root().resolve("docs/rebel.md"));
    assertThat(Manual.page(docs, "rebbel")).isEmpty();
    assertThat(Manual.page("", "rebel")).isEmpty();
    assertThat(Manual.page(docs, "../CONTRIBUTING")).isEmpty();
  }

  @Test
  void theInstallationIsTheScripts() {
    CommandLine installed = Tutti.installed();
    installed.setErr(new PrintWriter(err, true));
    assertThat(installed.execute("install")).isEqualTo(2);
    assertThat(run("install")).isEqualTo(2);
    assertThat(err.toString())
        .isEqualTo(
            "tutti: 'install' builds Tutti itself, and only a clone has it: ./tutti install\n"
                + "tutti: 'install' is run by the script in a clone: ./tutti install\n");
  }

  /** A command that has workloads of its own says which command takes the user's application. */
  @ParameterizedTest
  @CsvSource({"bench,by a program that embeds it", "simulate,Simulation.of(…) of the test kit"})
  void saysWhatToDoWithAnApplicationInstead(String command, String said) {
    String exchange = Repository.root().resolve("examples/exchange").toString();
    assertThat(run(command, exchange)).isEqualTo(2);
    assertThat(err.toString()).contains(said, "docs/guide-java.md").doesNotContain("Did you mean");
    assertThat(run(command, "exchnge")).isEqualTo(2);
  }

  @Test
  void everyScheduleOfASmallBankHolds() {
    assertThat(run("simulate", "--exhaustive", "--transactions", "1", "--duplicated", "1"))
        .isZero();
    assertThat(out.toString()).contains("1 doubled messages", "everything held in every schedule");
  }

  @Test
  void everyStateOfACommitProtocolHolds(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("states.json");
    assertThat(
            run(
                "simulate",
                "--exhaustive",
                "--commit",
                "2pc",
                "--participants",
                "3",
                "--losses",
                "1",
                "--out",
                file.toString()))
        .isZero();
    assertThat(out.toString())
        .contains("two-phase, 3 participants, asynchronous", "everything held in every state");
    assertThat(Files.readString(file)).contains("\"held\" : true", "\"losses\" : 1");
  }

  @Test
  void anExplorationThatIsNotDoneFails() {
    assertThat(run("simulate", "--exhaustive", "--participants", "3", "--states", "9")).isOne();
    assertThat(out.toString()).contains("not done: there are more states than --states 9");
    assertThat(run("simulate", "--exhaustive", "--participants", "9")).isEqualTo(2);
    assertThat(err.toString()).contains("--participants must be 2 to 5");
    assertThat(run("simulate", "--exhaustive", "--participants", "3", "--commit", "1pc"))
        .isEqualTo(2);
    assertThat(err.toString()).contains("no '1pc' to explore; there are two-phase");
  }

  @Test
  void aSearchThatIsNotDoneFails() {
    assertThat(run("simulate", "--exhaustive", "--schedules", "2")).isEqualTo(1);
    assertThat(out.toString()).contains("not done: there are more schedules");
    assertThat(run("simulate", "--exhaustive", "--actors", "1")).isEqualTo(2);
    assertThat(err.toString()).contains("--actors must be 2 to 8");
  }

  @Test
  void sayingNothingShowsTheUsageAndIsWrong() {
    assertThat(run()).isEqualTo(2);
    assertThat(err.toString()).contains("which command?", "Usage: tutti");
  }

  @ParameterizedTest
  @CsvSource({"runn,run", "chek,check", "verison,version", "rn,run", "hlep,help"})
  void aCommandWithATypoIsAnsweredWithTheNearest(String command, String meant) {
    assertThat(run(command)).isEqualTo(2);
    assertThat(err.toString().lines())
        .containsExactly(
            "tutti: there is no '" + command + "' in 'tutti'. Did you mean " + meant + "?",
            "'tutti --help' lists the commands.");
  }

  @ParameterizedTest
  @CsvSource({
    "run,--prot 1,--port",
    "run,--durabilty=off,--durability",
    "check,--deploymint x,--deployment"
  })
  void anUnknownFlagIsAnsweredWithTheNearest(String command, String flag, String meant) {
    assertThat(run(with(flag.split(" ", -1), command, BANK))).isEqualTo(2);
    assertThat(err.toString().lines())
        .containsExactly(
            "tutti: there is no flag '"
                + flag
                + "' in 'tutti "
                + command
                + "'. Did you mean "
                + meant
                + "?",
            "'tutti " + command + " --help' shows the usage.");
  }

  @Test
  void helpIsACommandToo() {
    assertThat(run("help")).isZero();
    assertThat(out.toString()).contains("Usage: tutti", "Commands:", "check-history");
    out.getBuffer().setLength(0);
    assertThat(run("help", "run")).isZero();
    assertThat(out.toString()).contains("Usage: tutti run").doesNotContain("Commands:");
    assertThat(run("help", "txn", "list")).isZero();
    assertThat(out.toString()).contains("Usage: tutti txn list");
    assertThat(run("help", "rnu")).isEqualTo(2);
    assertThat(err.toString()).contains("there is no command 'rnu'. Did you mean run?");
  }

  @Test
  void helpFitsTheTerminal() {
    CommandLine narrow;
    System.setProperty("tutti.columns", "72");
    try {
      narrow = Tutti.commandLine();
    } finally {
      System.clearProperty("tutti.columns");
    }
    commands()
        .forEach(
            command -> {
              assertThat(run(narrow, command, "--help")).as(command).isZero();
              assertThat(out.toString().lines())
                  .as(command)
                  .isNotEmpty()
                  .allMatch(line -> line.length() <= 72);
              out.getBuffer().setLength(0);
            });
  }

  @Test
  void footersAreParagraphs() {
    assertThat(
            Paragraphs.join(
                List.of("", "One line", "and its rest.", "", "Examples:", "  a", "  b", "End.")))
        .containsExactly("", "One line and its rest.", "", "Examples:", "  a", "  b", "End.");
  }

  @Test
  void progressKeepsToOneLine() {
    assertThat(ProgressLine.cut("0123456789", 0)).isEqualTo("0123456789");
    assertThat(ProgressLine.cut("0123456789", 11)).isEqualTo("0123456789");
    assertThat(ProgressLine.cut("0123456789", 10)).isEqualTo("01234567…");
    StringWriter shown = new StringWriter();
    new ProgressLine(new PrintWriter(shown), true, 20).show("a text of more than twenty columns");
    assertThat(shown.toString()).isEqualTo("\ra text of more tha…");
  }

  @Test
  void checkFindsTheExamplesGood() {
    assertThat(run("check", BANK, "--deployment", BANK + "/deployment.conf")).isZero();
    assertThat(out.toString()).contains("3 specifications, no errors, no warnings");
  }

  /** The specifications: a test of the test kit opens those in Java under their deployments. */
  static List<Path> deployments() throws IOException {
    List<Path> deployments = new ArrayList<>();
    for (String example : List.of("bank", "shop", "hotel")) {
      try (Stream<Path> files = Files.list(Repository.root().resolve("examples/" + example))) {
        files
            .filter(file -> file.toString().endsWith(".conf") && !file.endsWith("roles.conf"))
            .forEach(deployments::add);
      }
    }
    return deployments;
  }

  @ParameterizedTest
  @MethodSource("deployments")
  void everyExampleChecksUnderEachOfItsDeployments(Path deployment) {
    String example = deployment.getParent().toString();
    assertThat(run("check", example, "--deployment", deployment.toString()))
        .as(err.toString())
        .isZero();
    assertThat(out.toString()).contains("no errors, no warnings");
  }

  @ParameterizedTest
  @ValueSource(strings = {"bank", "shop", "hotel"})
  void everyExampleChecksWithoutWarnings(String example) {
    assertThat(run("check", Repository.root().resolve("examples/" + example).toString())).isZero();
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void checkOfSomethingThatIsNotThereIsWrongUsage() {
    assertThat(run("check", "no-such-folder")).isEqualTo(2);
    assertThat(err.toString()).contains("there is no no-such-folder");
  }

  @Test
  void everyTopLevelKeyIsAFlag() {
    String name = Tutti.commandLine().getSubcommands().get("run").getCommandName();
    assertThat(name).isEqualTo("run");
    for (DeploymentKeys.Description key : DeploymentFlags.topLevel()) {
      assertThat(run("check", BANK, "--" + key.path(), key.usual())).as(key.path()).isZero();
    }
    assertThat(run("check", BANK, "-D", "tutti.durability=sometimes")).isEqualTo(2);
    assertThat(err.toString()).contains("-D: durability: 'sometimes' is not one of");
  }

  @Test
  void aFlagGoesOverASetting() {
    assertThat(run("check", BANK, "-D", "tutti.containers=no", "--containers", "2")).isZero();
  }

  @Test
  void allProblemsOfADeploymentAreShown() {
    assertThat(run("check", BANK, "--durability", "x", "--containers", "0")).isEqualTo(2);
    assertThat(err.toString()).contains("--durability: ", "--containers: ");
  }

  @Test
  void explainShowsSyncsAndShapes() {
    assertThat(run("explain", BANK, "Transfer.book")).isZero();
    assertThat(out.toString())
        .contains("Account[from].withdraw", "Account[to].deposit", "known-keys")
        .contains("Account[from] written once (derived from the sync tree)")
        .doesNotContain("interest");
    assertThat(run("explain", BANK, "Transfer.bok")).isEqualTo(2);
    assertThat(err.toString())
        .contains("has no 'Transfer.bok' (did you mean book?); Transfer has book");
    assertThat(run("explain", BANK, "Transfr.book")).isEqualTo(2);
    assertThat(err.toString()).contains("it has Account, Customer, Transfer");
  }

  @Test
  void explainMarksWhatNoClientMayCall() {
    assertThat(run("explain", BANK.replace("bank", "shop"), "Article")).isZero();
    assertThat(out.toString().split("no client may call it", -1)).hasSize(1 + 3);
    assertThat(run("explain", BANK.replace("bank", "travel"), "Hotel.Book")).isZero();
    assertThat(out.toString().split("no client may call it", -1)).hasSize(1 + 3 + 1);
  }

  @Test
  void explainListsRelationsAndProceduresOfActorsInJava() {
    String exchange = BANK.replace("bank", "exchange");
    assertThat(run("explain", exchange, "Provider")).isZero();
    assertThat(out.toString())
        .contains("relation    orders (", "primary key (id)", "index (", "AddEntry   (wallet: long")
        .contains("CalcRisk   () gives decimal", "query: only reads", "known-keys")
        .contains("Provider[key()] read once (told by the request)")
        .contains("under optimistic row by row")
        .doesNotContain("AuthPay", "#");
    assertThat(run("explain", exchange, "Exchange.AuthPay", "--concurrency-control", "psac"))
        .isZero();
    assertThat(out.toString())
        .contains("AuthPay", "under path-sensitive a procedure takes the whole actor")
        .doesNotContain("dry run");
    assertThat(run("explain", exchange, "Exchange", "--concurrency-control", "sva")).isZero();
    assertThat(out.toString())
        .contains("some Provider read any number of times (derived from bytecode)", "dynamic")
        .contains("dry run");
    assertThat(run("explain", exchange, "Exchange.AuthPaid")).isEqualTo(2);
    assertThat(err.toString())
        .contains("has no 'Exchange.AuthPaid' (did you mean AuthPay?); Exchange has ")
        .doesNotContain("#");
  }

  private static final String EXCHANGE = Repository.root().resolve("examples/exchange").toString();

  private int predict(String... more) {
    List<String> all =
        new ArrayList<>(List.of("explain", EXCHANGE, "Exchange.AuthPay", "--key", "main"));
    for (String each : List.of("Open {\"limit\": 100}", "AddProvider {\"provider\": \"visa\"}")) {
      all.addAll(List.of("--first", "Exchange/main/" + each));
    }
    all.addAll(List.of(more));
    return run(all.toArray(String[]::new));
  }

  private static final String PAYMENT = "{\"provider\": \"visa\", \"wallet\": 7, \"value\": 5}";

  @Test
  void explainPredictsTheLatencyOfAProcedureByTermsAndRewritings() {
    String ranges = "tutti.placement={ range { Exchange = [\"n\"], Provider = [\"n\"] } }";
    assertThat(predict("--args", PAYMENT, "--containers", "2", "--executors", "2", "-D", ranges))
        .isZero();
    assertThat(out.toString())
        .startsWith("Exchange[main].AuthPay")
        .containsPattern("Provider.CalcRisk +async +other container")
        .containsPattern("Provider.AddEntry +async +other container")
        .containsPattern("(?m)^C_s +[\\d.]+ +calls are sent")
        .containsPattern("(?m)^commitment ")
        .containsPattern("(?m)^durability ")
        .containsPattern("(?m)^sum +[\\d.,]+ +from the request to the answer")
        .containsPattern("processor time of the executors: [\\d.,]+ µs");
  }

  @Test
  void explainSaysWhichRewritingHelps() {
    List<String> all =
        new ArrayList<>(
            List.of(
                "explain",
                Repository.root().resolve("examples/travel").toString(),
                "Traveller.BookRound",
                "--key=ada",
                "--args={\"cities\": [\"Poznan\", \"Lodz\"], \"departure\": \"2027-05-01\"}"));
    for (String each :
        List.of(
            "Hotel/Bristol/Furnish {\"room\": 1, \"price\": 80}",
            "City/Poznan/AddHotel {\"hotel\": \"Bristol\"}",
            "City/Lodz/AddHotel {\"hotel\": \"Bristol\"}",
            "Traveller/ada/Save {\"amount\": 500}")) {
      all.addAll(List.of("--first", each));
    }
    all.addAll(
        List.of("--containers=2", "--executors=2", "--durability=off", "--accept-loss=true"));
    String ranges = "{ range { Traveller = [\"b\"], City = [\"A\"], Hotel = [\"A\"] } }";
    all.add("-Dtutti.placement=" + ranges);
    assertThat(run(all.toArray(String[]::new))).isZero();
    assertThat(out.toString())
        .containsPattern("(?m)^  City.BookFirst +sync +other container ")
        .containsPattern("(?m)^    Hotel.Book +sync +same container ")
        .containsPattern(
            "µs +-\\d+ % +in Traveller.BookRound, call City.BookFirst first, and take the results"
                + " last \\(1\\)")
        .doesNotContain("durability");
  }

  @Test
  void explainRefusesToPredictWhatCannotBe(@TempDir Path folder) throws Exception {
    assertThat(predict("--args", "{\"provider\": \"visa\", \"wallet\": \"x\", \"value\": 5}"))
        .isEqualTo(2);
    assertThat(err.toString())
        .contains("--args: ", "wallet: expected ", "; Exchange.AuthPay takes");
    assertThat(predict("--args", "{\"provider\": ")).isEqualTo(2);
    assertThat(run("explain", EXCHANGE, "Exchange.AuthPaid", "--args", "{}")).isEqualTo(2);
    assertThat(err.toString()).contains("no 'AuthPaid' (did you mean AuthPay?)");
    assertThat(run("explain", EXCHANGE, "Exchange", "--args", "{}")).isEqualTo(2);
    assertThat(err.toString()).contains("which procedure?");
    assertThat(run("explain", BANK, "Transfer.book", "--args", "{}")).isEqualTo(2);
    assertThat(err.toString()).contains("has no actors in Java");
    assertThat(predict("--first", "Exchange/main", "--args", PAYMENT)).isEqualTo(2);
    assertThat(err.toString()).contains("--first: 'Exchange/main' is no TYPE/KEY/PROCEDURE JSON");
    assertThat(run("explain", EXCHANGE, "Exchange.AuthPay", "--args", PAYMENT)).isEqualTo(1);
    assertThat(err.toString()).contains("Exchange[a].AuthPay does not commit: ", "--first");
    Path file = folder.resolve("calls.conf");
    try (var in = CostFile.class.getResourceAsStream("calls.conf")) {
      Files.writeString(
          file,
          new String(in.readAllBytes(), java.nio.charset.StandardCharsets.UTF_8)
              .replaceFirst("machine = \".*\"", "machine = \"an abacus\""));
    }
    assertThat(predict("--args", PAYMENT, "--calibration", file.toString())).isEqualTo(2);
    assertThat(err.toString()).contains(file + ":4: machine: these are the costs of 'an abacus'");
    assertThat(predict("--args", PAYMENT, "--calibration", file.toString(), "--any-machine"))
        .isZero();
    assertThat(out.toString()).contains("the costs of an abacus");
    assertThat(predict("--args", PAYMENT, "--any-machine")).isEqualTo(2);
    assertThat(err.toString()).contains("--any-machine is for a --calibration FILE");
  }

  @ParameterizedTest
  @ValueSource(strings = {"check", "explain"})
  void aForgottenProcedureIsFound(String command, @TempDir Path folder) throws Exception {
    Files.writeString(
        folder.resolve("Wallets.java"),
        """
        import tutti.model.actor.*;
        import tutti.model.relation.Relation;

        public class Wallets {
          public static final class Wallet extends Actor {
            public record Coin(int id) {}
            public final Relation<Integer, Coin> coins = relation("coins", Coin.class, Coin::id);
            public record Pay() implements Procedure<Wallet, Void> {
              public Void run(Wallet wallet) { return null; }
            }
            public record Count() implements Query<Wallet, Long> {
              public Long run(Wallet wallet) { return wallet.coins.select().count(); }
            }
          }
          public static JavaApplication application() {
            return JavaApplication.named("wallets")
                .actor("Wallet", Wallet::new)
                .procedures(Wallet.Count.class)
                .build();
          }
        }
        """);
    assertThat(run(command, folder.toString())).isZero();
    assertThat(err.toString().lines())
        .containsExactly(
            "tutti: warning: the application does not name the procedure Wallets.Wallet.Pay, so"
                + " that every call of it fails: add Wallets.Wallet.Pay.class to .procedures(…) in"
                + " Wallets.application()");
  }

  @Test
  void initWritesAnApplicationThatChecks(@TempDir Path folder) {
    Path shop = folder.resolve("shop");
    assertThat(run("init", shop.toString())).isZero();
    assertThat(shop.resolve("README.md")).content().contains("tutti run shop");
    assertThat(shop.resolve(".gitignore")).content().contains("/data/");
    assertThat(shop.resolve("src/test/java/ArticleTest.java")).content().contains("Simulation.of");
    String deployment = shop.resolve("deployment.conf").toString();
    assertThat(run("check", shop.toString(), "--deployment", deployment)).isZero();
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void initDoesNotTouchWhatIsThere(@TempDir Path folder) throws Exception {
    Path shop = Files.createDirectory(folder.resolve("shop"));
    Files.writeString(shop.resolve("mine"), "x");
    assertThat(run("init", shop.toString())).isEqualTo(2);
    assertThat(shop.resolve("Article.ebl")).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(strings = {"My-Shop", "1st", "case", "this"})
  void initRefusesNamesThatCannotBePackages(String name, @TempDir Path folder) {
    assertThat(run("init", folder.resolve(name).toString())).isEqualTo(2);
    assertThat(err.toString()).contains("'" + name + "'");
    assertThat(folder.resolve(name)).doesNotExist();
  }

  @Test
  void aNodeThatIsNotThereIsAnsweredWithThoseThatAre() {
    String nodes = BANK + "/three-nodes.conf";
    assertThat(run("run", BANK, "--deployment", nodes, "--node", "d")).isEqualTo(2);
    assertThat(err.toString()).contains("there is no node 'd'; there are a, b, c");
    assertThat(run("run", BANK, "--node", "a")).isEqualTo(2);
    assertThat(err.toString()).contains("the deployment has no 'nodes'");
  }

  @ParameterizedTest
  @ValueSource(strings = {"check", "explain"})
  void warnsOfMoreExecutorsThanCores(String command) {
    assertThat(run(command, BANK)).isZero();
    assertThat(err.toString()).isEmpty();
    assertThat(run(command, BANK, "--executors", "1000")).isZero();
    assertThat(err.toString())
        .contains("tutti: warning: 1000 executors share ")
        .contains("Say executors = ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"check", "explain"})
  void warnsOfRangesForTypesThatTheApplicationDoesNotHave(String command) {
    String ranges = "tutti.placement={ range { Acount = [\"NL50\"], Account = [\"NL50\"] } }";
    assertThat(run(command, BANK, "--containers", "2", "-D", ranges)).isZero();
    assertThat(err.toString())
        .startsWith("tutti: warning: placement.range names Acount, and the application has no")
        .hasLineCount(1);
  }

  @Test
  void checkAndExplainTakeADeploymentOfSeveralNodes() {
    String nodes = BANK + "/three-nodes.conf";
    assertThat(run("check", BANK, "--deployment", nodes)).isZero();
    assertThat(run("explain", BANK, "--deployment", nodes)).isZero();
    assertThat(run("check", BANK, "--deployment", nodes, "-D", "tutti.nodes.b=127.0.0.1:7401"))
        .isEqualTo(2);
    assertThat(err.toString()).contains("127.0.0.1:7401 is the address of node 'a' already");
  }

  @Test
  void versionNamesTheJavaThatItRunsOn() {
    assertThat(run("version")).isZero();
    assertThat(out.toString()).startsWith("Tutti ").contains(Runtime.version().toString());
  }

  @Test
  void simulatingASeedTwiceGivesTheSameDigest(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("result.json");
    String[] digests = new String[2];
    for (int i = 0; i < 2; i++) {
      int status = run("simulate", "--seed", "5", "--requests", "40", "--out", file.toString());
      assertThat(status).as(out.toString()).isZero();
      assertThat(Files.readString(file)).contains("\"violations\" : 0", "\"runs\" : 1");
      digests[i] = Files.readString(file).replaceAll("(?s).*\"digest\" : \"(\\w+)\".*", "$1");
    }
    assertThat(digests[0]).matches("\\w{8,}").isEqualTo(digests[1]);
  }

  @Test
  void aSimulationTakesADeployment() {
    assertThat(run("simulate", "--requests", "20", "--concurrency-control", "2pl")).isZero();
    assertThat(run("simulate", "--concurrency-control", "3pl")).isEqualTo(2);
    // Whatever else the seeds draw, small logs and ranges among it.
    String runs = Integer.toString(Effort.of(30));
    String[] several = {"--nodes", "3", "--runs", runs, "--requests", "5", "--faults", "none"};
    assertThat(run(with(several, "simulate", "--concurrency-control", "2pl"))).isZero();
    assertThat(run(with(several, "simulate", "--containers", "3"))).isZero();
    assertThat(run("simulate", "--requests", "20", "--faults", "crash,loss")).isZero();
    assertThat(run("simulate", "--faults", "earthquake")).isEqualTo(2);
    assertThat(err.toString()).contains("--concurrency-control: ");
  }

  private static String[] with(String[] more, String... first) {
    return Stream.concat(Stream.of(first), Stream.of(more)).toArray(String[]::new);
  }

  /** Lists of commands show the first line of each description alone, so it is a sentence. */
  @Test
  void firstLinesOfDescriptionsAreSentences() {
    Tutti.commandLine()
        .getSubcommands()
        .values()
        .forEach(
            command ->
                Stream.concat(Stream.of(command), command.getSubcommands().values().stream())
                    .forEach(
                        each -> {
                          String[] lines = each.getCommandSpec().usageMessage().description();
                          assertThat(lines).as(each.getCommandName()).isNotEmpty();
                          assertThat(lines[0]).as(each.getCommandName()).endsWith(".");
                        }));
  }

  @Test
  void checkWarnsOfExecutorsForActorsInJavaToo() {
    String exchange = BANK.replace("bank", "exchange");
    assertThat(run("check", exchange, "--executors", "1000")).isZero();
    assertThat(err.toString()).contains("tutti: warning: 1000 executors share ");
  }

  @Test
  void checkTellsOfFilesOfRebelsOwnTools(@TempDir Path folder) throws Exception {
    Files.copy(Path.of(BANK).resolve("Account.ebl"), folder.resolve("Account.ebl"));
    Files.writeString(folder.resolve("Account.tebl"), "module Account");
    run("check", folder.toString());
    assertThat(err.toString()).contains("Account.tebl were not read: .tebl files are checks");
  }

  @Test
  void checkTellsOfFilesOfAnotherLanguage(@TempDir Path folder) throws Exception {
    Files.copy(Path.of(BANK).resolve("Account.ebl"), folder.resolve("Account.ebl"));
    Path other = Files.writeString(folder.resolve("Account.rebel"), "spec Account");
    run("check", folder.toString());
    assertThat(err.toString()).contains("Account.rebel were not read: .rebel files are of Rebel 2");
    assertThat(run("check", other.toString())).isNotZero();
    assertThat(err.toString()).contains("Account.rebel is a file of Rebel 2, another language");
  }

  /** A command that could not write its result would say so after minutes. */
  @Test
  void aFileForAResultIsLookedAtBeforeAllElse(@TempDir Path folder) {
    for (String[] command :
        List.of(
            new String[] {"simulate", "--out"},
            new String[] {"simulate", "--html"},
            new String[] {"bench", "bank", "--history"},
            new String[] {"calibrate", "--out"})) {
      String[] there = Arrays.copyOf(command, command.length + 1);
      there[command.length] = folder.toString();
      assertThat(run(there)).as(String.join(" ", there)).isEqualTo(2);
      assertThat(err.toString()).contains(folder + " is a folder: name a file");
      there[command.length] = folder.resolve("no/file").toString();
      assertThat(run(there)).as(String.join(" ", there)).isEqualTo(2);
      assertThat(err.toString()).contains("no/file: there is no folder " + folder.resolve("no"));
    }
  }
}
