package tutti.model.actor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.math.BigDecimal;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tutti.model.relation.Index;
import tutti.model.relation.Relation;

/** The code of docs/java-actors.md compiles, in the order of the page. */
class JavaActorsPageTest {
  private static final Pattern JAVA = Pattern.compile("(?ms)^```java\n(.*?)^```");
  private static final Pattern CLASS = Pattern.compile("(?m)^public final class (\\w+)");

  private static String page() throws IOException {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.exists(folder.resolve("docs/java-actors.md"))) {
      folder = folder.getParent();
    }
    return Files.readString(folder.resolve("docs/java-actors.md"));
  }

  private static JavaFileObject source(String name, String text) {
    return new SimpleJavaFileObject(
        URI.create("page:///" + name + ".java"), JavaFileObject.Kind.SOURCE) {
      @Override
      public CharSequence getCharContent(boolean ignoreErrors) {
        return text;
      }
    };
  }

  /** Statements, as they would stand in a procedure of the page's provider. */
  private static String inAMethod(String name, String statements) {
    return """
    import static tutti.model.relation.Condition.that;
    import java.math.BigDecimal;
    import java.util.*;
    import tutti.model.actor.JavaApplication;
    class %s {
      void run(Provider provider) {
        %s
      }
    }
    """
        .formatted(
            name,
            statements.replaceAll("\\b(Order|Wallet|WalletSettled)\\b(?=[ (:>])", "Provider.$1"));
  }

  @Test
  void compiles(@TempDir Path out) throws IOException {
    List<JavaFileObject> sources = new ArrayList<>();
    Matcher blocks = JAVA.matcher(page());
    while (blocks.find()) {
      String text = blocks.group(1);
      Matcher named = CLASS.matcher(text);
      String name = named.find() ? named.group(1) : "Snippet" + sources.size();
      sources.add(source(name, name.startsWith("Snippet") ? inAMethod(name, text) : text));
    }
    assertThat(sources).hasSizeGreaterThan(5);
    DiagnosticCollector<JavaFileObject> diagnostics = new DiagnosticCollector<>();
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    List<String> options =
        List.of("-d", out.toString(), "-proc:none", "-cp", System.getProperty("java.class.path"));
    boolean compiled = compiler.getTask(null, null, diagnostics, options, null, sources).call();
    assertThat(diagnostics.getDiagnostics())
        .extracting(each -> each.getSource() + ": " + each.getMessage(Locale.ROOT))
        .isEmpty();
    assertThat(compiled).isTrue();
  }

  /** The page's provider, as far as its plans need it. */
  static final class Provider extends Actor {
    record Order(long id, long wallet, BigDecimal value, boolean settled) {}

    record Wallet(long id, String mail, String country) {}

    record WalletSettled(long wallet, boolean settled) {}

    final Relation<Long, Order> orders = relation("orders", Order.class, Order::id);
    final Index<WalletSettled, Order> byWallet = orders.index(WalletSettled.class);
    final Relation<Long, Wallet> wallets = relation("wallets", Wallet.class, Wallet::id);
  }

  @Test
  void explainsAsThePageSays() throws IOException {
    Provider provider = new Provider();
    String large =
        provider
            .orders
            .select()
            .where(Provider.Order::wallet)
            .is(7L)
            .and(Provider.Order::settled)
            .is(false)
            .and(Provider.Order::value)
            .atLeast(new BigDecimal("100"))
            .orderByDescending(Provider.Order::value)
            .limit(10)
            .explain();
    String lines =
        provider
            .orders
            .select()
            .where(Provider.Order::settled)
            .is(false)
            .join(provider.wallets.select().where(Provider.Wallet::country).isNot("XX"))
            .on(Provider.Order::wallet, Provider.Wallet::id)
            .orderBy(pair -> pair.right().mail())
            .explain();
    assertThat(page()).contains("```\n" + large + "\n```").contains("```\n" + lines + "\n```");
  }
}
