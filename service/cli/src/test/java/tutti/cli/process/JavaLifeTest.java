package tutti.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.Manifest;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tutti.cli.CommandInside;

/** The life of the application that {@code tutti init --java} writes: a jar, later versions. */
class JavaLifeTest {
  private static final Pattern PLUGIN =
      Pattern.compile("<artifactId>(maven-\\w+-plugin)</artifactId>\\s*<version>([\\d.]+)<");

  @TempDir private Path folder;
  private Path application;

  @BeforeEach
  void write() throws Exception {
    application = folder.resolve("my-app");
    CommandInside init = new CommandInside();
    int ended = init.execute("init", "--java", application.toString());
    assertThat(ended).as(init.output()).isZero();
  }

  /** The jar that Maven would make, under its name. */
  private Path jar() throws Exception {
    String pom = Files.readString(application.resolve("pom.xml"));
    Matcher named = Pattern.compile("<(Tutti-Application)>(.*)</\\1>").matcher(pom);
    assertThat(named.find()).isTrue();
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().putValue(named.group(1), named.group(2));
    return ApplicationJar.of(
        application.resolve("src/main/java"),
        application.resolve("target/classes"),
        application.resolve("target/my-app.jar"),
        manifest);
  }

  /** Edits a source as a person would. */
  private void edit(String... replaced) throws Exception {
    Path shop = application.resolve("src/main/java/shop/Shop.java");
    String text = Files.readString(shop);
    for (int i = 0; i < replaced.length; i += 2) {
      assertThat(text).contains(replaced[i]);
      text = text.replace(replaced[i], replaced[i + 1]);
    }
    Files.writeString(shop, text);
  }

  private static String query(Service tutti, String sql) throws Exception {
    return tutti.post("/Shop/main/query", "{\"sql\": \"" + sql + "\"}").body().toString();
  }

  @Test
  void aJarIsServedAndLaterVersionsGoOnWithItsData() throws Exception {
    Path data = folder.resolve("data");
    String order = "{\"customer\": \"ada\", \"article\": \"bell\", \"count\": 2}";
    try (TuttiProcess tutti = TuttiProcess.serve(jar(), data)) {
      Bank.expect(
          200,
          tutti.post("/Shop/main/Stock", "{\"name\": \"bell\", \"price\": 12.75, \"count\": 7}"));
      Bank.expect(200, tutti.post("/Customer/ada/Deposit", "{\"amount\": 100}"));
      Bank.expect(200, tutti.post("/Shop/main/Order", order));
      tutti.kill();
      assertThat(tutti.output()).contains("my-app is ready at", "/Shop/a/Stock --json");
    }
    edit(
        "(String name, BigDecimal price, int stock)",
        "(String name, @Formerly(\"price\") BigDecimal cost, int stock, @Default(\"7\") int shelf)",
        "new Article(name, price, before + count)",
        "new Article(name, price, before + count, 1)",
        "new Article(it.name(), it.price(), it.stock() - count)",
        "new Article(it.name(), it.cost(), it.stock() - count, it.shelf())",
        "sold.price()",
        "sold.cost()",
        "record Sale(",
        "@Dropped(\"count\") record Sale(",
        ", int count, BigDecimal amount) {}",
        ", BigDecimal amount) {}",
        "article, count, amount)",
        "article, amount)",
        "  /** Puts articles",
        "  public final Index<String, Sale> byArticle = sales.index(Sale::article);\n\n"
            + "  /** Puts articles",
        "import tutti.model.relation.Index;",
        "import tutti.model.relation.*;\nimport tutti.model.schema.*;");
    try (TuttiProcess tutti = TuttiProcess.serve(application, data)) {
      assertThat(tutti.output()).contains("the data goes on under the changed application");
      assertThat(query(tutti, "select * from articles"))
          .contains("[\"name\",\"cost\",\"stock\",\"shelf\"]", "[[\"bell\",12.75,5,7]]");
      assertThat(query(tutti, "select number, amount from sales where article = 'bell'"))
          .contains("[[1,25.5]]", "sales: range of index (article)");
      Bank.expect(200, tutti.post("/Shop/main/Order", order));
      tutti.terminate();
      assertThat(tutti.exitStatus()).isZero();
    }
    edit(
        "Index<String, Sale> byArticle = sales.index",
        "UniqueIndex<String, Sale> byArticle = sales.uniqueIndex");
    refused(data, "unique index (article) of sales is broken by the rows of primary keys 1 and 2");
    edit(
        "@Formerly(\"price\") BigDecimal cost",
        "@Formerly(\"price\") int cost",
        "sold.cost()",
        "BigDecimal.valueOf(sold.cost())",
        "name, price, before",
        "name, price.intValue(), before");
    refused(data, "Shop.articles.cost was of type decimal and is now of type int");
  }

  private void refused(Path data, String why) throws Exception {
    try (Service tutti =
        ServiceInside.start(
            "run", application.toString(), "--port", "0", "--data", data.toString())) {
      assertThat(tutti.exitStatus()).as(tutti.output()).isEqualTo(1);
      assertThat(tutti.output()).contains(why, "Nothing was changed.");
    }
  }

  /** Maven 3.8 would else bring a compiler plugin that cannot compile it. */
  @Test
  void itsProjectBuildsWithThePluginsOfThisBuild() throws Exception {
    String ours = Files.readString(TuttiProcess.ROOT.resolve("pom.xml"));
    Matcher plugins = PLUGIN.matcher(Files.readString(application.resolve("pom.xml")));
    List<String> found = new ArrayList<>();
    while (plugins.find()) {
      found.add(plugins.group(1));
      assertThat(ours)
          .contains(plugins.group(1) + "</artifactId><version>" + plugins.group(2) + "</version>");
    }
    assertThat(found)
        .containsExactly(
            "maven-enforcer-plugin",
            "maven-compiler-plugin",
            "maven-surefire-plugin",
            "maven-jar-plugin");
  }
}
