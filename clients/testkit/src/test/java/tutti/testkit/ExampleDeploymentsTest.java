package tutti.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import exchange.ClassicExchange;
import exchange.Exchange;
import exchange.ExchangeApplication;
import exchange.Provider;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import travel.City;
import travel.Hotel;
import travel.TravelApplication;
import travel.Traveller;
import tutti.embedded.AbortedException;
import tutti.embedded.Client;
import tutti.embedded.RefusedException;
import tutti.embedded.Tutti;
import tutti.embedded.TuttiBuilder;
import tutti.engine.deployment.FreePorts;
import tutti.model.actor.JavaApplication;
import tutti.model.testing.Effort;

/**
 * The examples under every concurrency control, on shared everything without and with affinity and
 * on shared nothing (Reactors §3.3), one after the other on the same data, and on three nodes: only
 * the file changes.
 */
class ExampleDeploymentsTest {
  private static final List<String> FILES =
      List.of("s1.conf", "s2.conf", "s3.conf", "islands.conf", "s1.conf");
  private static final List<String> ON_THREE_NODES =
      List.of("three-nodes.conf", "three-nodes.conf");
  private static final List<String> PROVIDERS = List.of("mastercard", "paypal", "visa");
  private static final List<String> TRAVELLERS = List.of("ada", "bob", "eve");
  private static final List<String> HOTELS = List.of("Astoria", "Bristol", "Carlton");
  private static final LocalDate MAY = LocalDate.parse("2027-05-01");

  @TempDir private Path data;

  static List<String> controls() {
    return Effort.few(Draw.CONTROLS);
  }

  private Tutti open(JavaApplication application, String example, String file, String control)
      throws IOException {
    return builder(application, example, file).set("concurrency-control", control).open();
  }

  private TuttiBuilder builder(JavaApplication application, String example, String file)
      throws IOException {
    Path folder = SimulatedSpecificationsTest.bank().resolveSibling(example);
    String text = Files.readString(folder.resolve(file));
    List<Integer> ports = FreePorts.numbers(3);
    for (int i = 0; i < 3; i++) {
      text = text.replace("127.0.0.1:" + (7401 + i), "127.0.0.1:" + ports.get(i));
    }
    return Tutti.builder()
        .application(application)
        .deployment(Files.writeString(data.resolve("deployment.conf"), text))
        .set("journal.segment-size", "1 MiB")
        .data(Files.createDirectories(data.resolve("data")));
  }

  /** How many happened; all others were refused with one of the codes. */
  private static int happened(List<? extends CompletableFuture<?>> all, String... codes) {
    int happened = 0;
    for (CompletableFuture<?> each : all) {
      try {
        each.join();
        happened++;
      } catch (CompletionException e) {
        assertThat(e.getCause()).isInstanceOf(RefusedException.class);
        assertThat(((RefusedException) e.getCause()).code()).isIn((Object[]) codes);
      }
    }
    return happened;
  }

  @ParameterizedTest
  @MethodSource("controls")
  void theExchangeKeepsToItsLimit(String control) throws IOException {
    theExchangeKeepsToItsLimit(control, FILES);
  }

  @ParameterizedTest
  @MethodSource("controls")
  void theExchangeKeepsToItsLimitOnThreeNodes(String control) throws IOException {
    theExchangeKeepsToItsLimit(control, ON_THREE_NODES);
  }

  private void theExchangeKeepsToItsLimit(String control, List<String> files) throws IOException {
    int limit = 0;
    for (String file : files) {
      try (Tutti tutti = open(ExchangeApplication.application(), "exchange", file, control)) {
        assertExposure(tutti, limit);
        if (limit == 0) {
          for (String provider : PROVIDERS) {
            tutti.actor(Exchange.class, "x").call(new Exchange.AddProvider(provider));
            tutti.actor(ClassicExchange.class, "x").call(new ClassicExchange.AddProvider(provider));
          }
        }
        limit += 10;
        pay(tutti, limit);
        assertExposure(tutti, limit);
      }
    }
  }

  /** Two more payments than there is room for, all at once. */
  private static void pay(Client tutti, int limit) {
    BigDecimal most = BigDecimal.valueOf(limit);
    tutti.actor(Exchange.class, "x").call(new Exchange.Open(most));
    tutti.actor(ClassicExchange.class, "x").call(new ClassicExchange.Open(most));
    List<CompletableFuture<?>> parallel = new ArrayList<>();
    List<CompletableFuture<?>> classic = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      String provider = PROVIDERS.get(i % PROVIDERS.size());
      parallel.add(
          tutti
              .actor(Exchange.class, "x")
              .submit(new Exchange.AuthPay(provider, i, BigDecimal.ONE)));
      classic.add(
          tutti
              .actor(ClassicExchange.class, "x")
              .submit(new ClassicExchange.AuthPay(provider, i, BigDecimal.ONE)));
    }
    assertThat(happened(parallel, "exposure")).isEqualTo(10);
    assertThat(happened(classic, "exposure")).isEqualTo(10);
  }

  private static void assertExposure(Client tutti, int expected) {
    BigDecimal exposure = sum(tutti.actor(Exchange.class, "x").call(new Exchange.Exposure()));
    BigDecimal classic =
        sum(tutti.actor(ClassicExchange.class, "x").call(new ClassicExchange.Exposure()));
    assertThat(exposure).isEqualByComparingTo(BigDecimal.valueOf(expected));
    assertThat(classic).isEqualByComparingTo(exposure);
    long orders = 0;
    for (String provider : PROVIDERS) {
      for (int wallet = 0; wallet < 12; wallet++) {
        orders += tutti.actor(Provider.class, provider).call(new Provider.OfWallet(wallet)).size();
      }
    }
    assertThat(orders).isEqualTo(expected);
  }

  private static BigDecimal sum(Map<String, BigDecimal> amounts) {
    return amounts.values().stream().reduce(BigDecimal.ZERO, BigDecimal::add);
  }

  @ParameterizedTest
  @MethodSource("controls")
  void travellersPayForWhatTheyHave(String control) throws IOException {
    travellersPayForWhatTheyHave(control, FILES);
  }

  @ParameterizedTest
  @MethodSource("controls")
  void travellersPayForWhatTheyHaveOnThreeNodes(String control) throws IOException {
    travellersPayForWhatTheyHave(control, ON_THREE_NODES);
  }

  private void travellersPayForWhatTheyHave(String control, List<String> files) throws IOException {
    LocalDate night = MAY;
    int trips = 0;
    for (String file : files) {
      try (Tutti tutti = open(TravelApplication.application(), "travel", file, control)) {
        if (night.equals(MAY)) {
          build(tutti);
        }
        assertPaid(tutti, trips);
        List<CompletableFuture<?>> bookings = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
          for (String traveller : TRAVELLERS) {
            bookings.add(
                tutti
                    .actor(Traveller.class, traveller)
                    .submit(new Traveller.BookTrip("Poznan", night, 1, BigDecimal.TEN)));
          }
        }
        // There is one room in each of three hotels.
        assertThat(happened(bookings, "no-vacancy")).isEqualTo(3);
        trips += 3;
        assertPaid(tutti, trips);
        night = night.plusDays(1);
      }
    }
  }

  /** As three programs would that each have one, and find each other; then one that has all. */
  @Test
  void eachNodeIsOpenedByItself() throws IOException {
    TuttiBuilder builder = builder(TravelApplication.application(), "travel", "three-nodes.conf");
    try (Tutti a = builder.node("a").open();
        Tutti b = builder.node("b").open();
        Tutti c = builder.node("c").open()) {
      List<Tutti> all = List.of(a, b, c);
      all.forEach(ExampleDeploymentsTest::awaitOthers);
      build(a);
      for (int i = 0; i < all.size(); i++) {
        all.get(i)
            .actor(Traveller.class, TRAVELLERS.get(i))
            .call(new Traveller.BookTrip("Poznan", MAY, 1, BigDecimal.TEN));
        assertPaid(all.get((i + 1) % 3), i + 1);
      }
    }
    try (Tutti all =
        builder(TravelApplication.application(), "travel", "three-nodes.conf").open()) {
      assertPaid(all, 3);
    }
  }

  /** A node that has not been found yet is no mistake: the same may be asked again. */
  private static void awaitOthers(Client tutti) {
    for (String hotel : HOTELS) {
      for (String actor : List.of(hotel, hotel + "1", hotel + "2")) {
        boolean found = false;
        while (!found) {
          try {
            tutti.actor(Hotel.class, actor).call(new Hotel.Taken());
            found = true;
          } catch (AbortedException notYet) {
            assertThat(notYet.retryable()).isTrue();
          }
        }
      }
    }
  }

  private static void build(Client tutti) {
    for (String hotel : HOTELS) {
      tutti.actor(Hotel.class, hotel).call(new Hotel.Furnish(1, BigDecimal.TEN));
      tutti.actor(City.class, "Poznan").call(new City.AddHotel(hotel));
    }
    for (String traveller : TRAVELLERS) {
      tutti.actor(Traveller.class, traveller).call(new Traveller.Save(new BigDecimal("1000")));
    }
  }

  private static void assertPaid(Client tutti, int trips) {
    List<String> guests = new ArrayList<>();
    for (String hotel : HOTELS) {
      tutti.actor(Hotel.class, hotel).call(new Hotel.Taken()).stream()
          .map(Hotel.Night::guest)
          .forEach(guests::add);
    }
    assertThat(guests).hasSize(trips);
    for (String traveller : TRAVELLERS) {
      Traveller.Statement account =
          tutti.actor(Traveller.class, traveller).call(new Traveller.Account());
      long booked = guests.stream().filter(traveller::equals).count();
      assertThat(account.trips()).hasSize((int) booked);
      assertThat(account.saved()).isEqualByComparingTo(BigDecimal.valueOf(1000 - 10 * booked));
    }
  }
}
