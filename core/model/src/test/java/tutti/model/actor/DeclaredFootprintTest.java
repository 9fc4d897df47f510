package tutti.model.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.LIST;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import java.util.List;
import org.junit.jupiter.api.Test;
import tutti.model.ActorId;
import tutti.model.footprint.Footprint;
import tutti.model.footprint.Shape;

class DeclaredFootprintTest {
  public static final class Shop extends Actor {}

  public static final class Stock extends Actor {}

  public static final class Elsewhere extends Actor {}

  @Accesses(actor = Stock.class, key = "article", most = 2)
  @Accesses(specification = "Account", key = "accounts", most = 1)
  public record Order(String article, List<String> accounts, int count)
      implements Procedure<Shop, Void> {
    @Override
    public Void run(Shop shop) {
      throw shop.abort("never run");
    }
  }

  @Accesses(actor = Stock.class, readsOnly = true)
  public record Search(String article) implements Procedure<Shop, Void> {
    @Override
    public Void run(Shop shop) {
      throw shop.abort("never run");
    }
  }

  @Accesses.Only({})
  public record Close() implements Procedure<Shop, Void> {
    @Override
    public Void run(Shop shop) {
      throw shop.abort("never run");
    }
  }

  @Accesses(actor = Stock.class, key = "article")
  public record Count(String article) implements Query<Shop, Long> {
    @Override
    public Long run(Shop shop) {
      throw shop.abort("never run");
    }
  }

  public record Silent() implements Procedure<Shop, Void> {
    @Override
    public Void run(Shop shop) {
      throw shop.abort("never run");
    }
  }

  public record SilentQuery() implements Query<Shop, Long> {
    @Override
    public Long run(Shop shop) {
      throw shop.abort("never run");
    }
  }

  @Accesses(actor = Elsewhere.class)
  @Accesses
  @Accesses(actor = Stock.class, specification = "Account")
  @Accesses(actor = Stock.class, key = "count")
  @Accesses(actor = Stock.class, key = "article")
  @Accesses(actor = Stock.class, most = 0)
  public record Wrong(int count) implements Procedure<Shop, Void> {
    @Override
    public Void run(Shop shop) {
      throw shop.abort("never run");
    }
  }

  private static final ActorId MAIN = new ActorId("Shop", "main");

  private final JavaApplication application =
      JavaApplication.named("shop")
          .actor("Shop", Shop::new)
          .actor("Stock", Stock::new)
          .procedures(
              Order.class, Search.class, Close.class, Count.class, Silent.class, SilentQuery.class)
          .build();

  private List<String> called(Procedure<?, ?> call) {
    return said(application.footprint(MAIN, call));
  }

  private static List<String> said(Footprint footprint) {
    return footprint.accesses().stream().map(Object::toString).toList();
  }

  @Test
  void theComponentsOfACallGiveTheKeys() {
    Order order = new Order("pen", List.of("a", "b", "a"), 3);
    assertThat(called(order))
        .containsExactly(
            "Account[a] written at most twice (declared)",
            "Account[b] written at most once (declared)",
            "Shop[main] written once (told by the request)",
            "Stock[pen] written at most twice (declared)");
    assertThat(application.footprint(MAIN, order).shape()).isEqualTo(Shape.KNOWN_KEYS);
  }

  @Test
  void aTextThatIsNoKeyIsSomeActor() {
    assertThat(called(new Order("\ud800", List.of("a", "\udc00"), 3)))
        .containsExactly(
            "Account[a] written at most once (declared)",
            "Shop[main] written once (told by the request)",
            "some Account written at most once (declared)",
            "some Stock written at most twice (declared)");
  }

  @Test
  void aDeclarationWithoutAKeyIsOfSomeActors() {
    Footprint search = application.footprint(MAIN, new Search("pen"));
    assertThat(said(search))
        .containsExactly(
            "Shop[main] written once (told by the request)",
            "some Stock read any number of times (declared)");
    assertThat(search.shape()).isEqualTo(Shape.DYNAMIC);
  }

  @Test
  void aProcedureMayDeclareThatItCallsNobody() {
    assertThat(called(new Close()))
        .containsExactly("Shop[main] written once (told by the request)");
  }

  @Test
  void aQueryOnlyReads() {
    assertThat(called(new Count("pen")))
        .containsExactly(
            "Shop[main] read once (told by the request)",
            "Stock[pen] read any number of times (declared)");
    assertThat(called(new SilentQuery()))
        .containsExactly(
            "Shop[main] read once (told by the request)",
            "any actor read any number of times (unknown)");
  }

  @Test
  void aProcedureThatDeclaresNothingMayCallAnyActor() {
    // No analysis reads classes of packages of Tutti's own.
    assertThat(called(new Silent()))
        .containsExactly(
            "Shop[main] written once (told by the request)",
            "any actor written any number of times (unknown)");
  }

  @Test
  void allCallsAreToldByTheNamesOfComponents() {
    RelationalType shop = application.type("Shop");
    assertThat(shop).isNotNull();
    ProcedureType order = shop.procedure("Order");
    assertThat(order).isNotNull();
    assertThat(said(application.footprint(shop, order)))
        .containsExactly(
            "Account[accounts] written at most once (declared)",
            "Shop[key()] written once (told by the request)",
            "Stock[article] written at most twice (declared)");
  }

  @Test
  void reportsAllMistakesInDeclarations() {
    assertThatThrownBy(
            () ->
                JavaApplication.named("shop")
                    .actor("Shop", Shop::new)
                    .actor("Stock", Stock::new)
                    .procedures(Wrong.class)
                    .build())
        .asInstanceOf(type(InvalidApplication.class))
        .extracting(InvalidApplication::mistakes, LIST)
        .containsExactly(
            "procedure Wrong: @Accesses names no actor type of the application: give either actor,"
                + " one of [Shop, Stock], or a specification",
            "procedure Wrong: @Accesses names no actor type of the application: give either actor,"
                + " one of [Shop, Stock], or a specification",
            "procedure Wrong: @Accesses names no actor type of the application: give either actor,"
                + " one of [Shop, Stock], or a specification",
            "procedure Wrong: @Accesses has the key \"count\": name a component that is a String,"
                + " or a List or Set of String",
            "procedure Wrong: @Accesses has the key \"article\": name a component that is a String,"
                + " or a List or Set of String",
            "procedure Wrong: @Accesses allows 0 calls: leave out what is never called");
  }

  @Test
  void knowsOnlyTheProceduresOfTheApplication() {
    assertThatThrownBy(() -> application.footprint(MAIN, new Wrong(1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Wrong is no procedure of shop");
  }
}
