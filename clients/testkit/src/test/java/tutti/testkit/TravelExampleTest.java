package tutti.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import travel.City;
import travel.Hotel;
import travel.TravelApplication;
import travel.Traveller;
import tutti.embedded.ActorHandle;
import tutti.embedded.Client;
import tutti.embedded.RefusedException;

/** The requests of travellers. */
class TravelExampleTest {
  private static final LocalDate MAY = LocalDate.parse("2027-05-01");
  private static final List<String> HOTELS = List.of("Astoria", "Bristol", "Carlton");

  @RegisterExtension
  static final TuttiExtension tutti =
      TuttiExtension.of(TravelApplication.application()).set("containers", "2");

  private static BigDecimal money(long amount) {
    return BigDecimal.valueOf(amount);
  }

  /** Bristol is the cheapest, and each hotel has one room. */
  private static void build(Client client) {
    List<Long> prices = List.of(120L, 80L, 100L);
    for (int i = 0; i < HOTELS.size(); i++) {
      client.actor(Hotel.class, HOTELS.get(i)).call(new Hotel.Furnish(1, money(prices.get(i))));
      client.actor(City.class, "Poznan").call(new City.AddHotel(HOTELS.get(i)));
    }
  }

  private static ActorHandle<Traveller> ada() {
    return tutti.actor(Traveller.class, "ada");
  }

  @BeforeEach
  void opens() {
    build(tutti.tutti());
    ada().call(new Traveller.Save(money(200)));
  }

  @Test
  void searchesAllHotels() {
    assertThat(tutti.actor(City.class, "Poznan").call(new City.Search(MAY, 2)))
        .containsExactly(
            new Hotel.Offer("Bristol", 1, money(160)),
            new Hotel.Offer("Carlton", 1, money(200)),
            new Hotel.Offer("Astoria", 1, money(240)));
  }

  /** U23: a hotel without a name would be in the way of each search of its city. */
  @Test
  void takesNoHotelWithoutAName() {
    for (String name : List.of("", "\ud800", "x".repeat(5000))) {
      assertThatThrownBy(() -> tutti.actor(City.class, "Poznan").call(new City.AddHotel(name)))
          .isInstanceOf(RefusedException.class);
    }
    assertThat(tutti.actor(City.class, "Poznan").call(new City.Search(MAY, 2))).hasSize(3);
  }

  @Test
  void takesTheCheapestAndPays() {
    assertThat(ada().call(new Traveller.BookTrip("Poznan", MAY, 2, money(1000))))
        .isEqualTo(new Hotel.Offer("Bristol", 1, money(160)));
    assertThat(ada().call(new Traveller.Account()).saved()).isEqualTo(money(40));
    assertThat(tutti.actor(Hotel.class, "Bristol").call(new Hotel.Taken()))
        .extracting(Hotel.Night::guest)
        .containsExactly("ada", "ada");
  }

  @Test
  void takesNoRoomThatIsTooDear() {
    for (Traveller.BookTrip trip :
        List.of(
            new Traveller.BookTrip("Poznan", MAY, 1, money(79)),
            new Traveller.BookTrip("Poznan", MAY, 3, money(1000)))) {
      assertThatThrownBy(() -> ada().call(trip))
          .isInstanceOfSatisfying(
              RefusedException.class, refused -> assertThat(refused.code()).isEqualTo("too-dear"));
    }
    assertThat(tutti.actor(Hotel.class, "Bristol").call(new Hotel.Taken())).isEmpty();
    assertThat(ada().call(new Traveller.Account()))
        .isEqualTo(new Traveller.Statement(money(200), List.of()));
  }

  @Test
  void takesTheFirstHotelThatHasARoom() {
    tutti.actor(Hotel.class, "Astoria").call(new Hotel.Book(MAY, 1, "bob"));
    assertThat(tutti.actor(City.class, "Poznan").call(new City.BookFirst(MAY, 1, "eve")).hotel())
        .isEqualTo("Bristol");
  }

  @Test
  void booksAllOfARoundOrNothing() {
    tutti.actor(City.class, "Krakow").call(new City.AddHotel("Dom"));
    assertThatThrownBy(() -> ada().call(new Traveller.BookRound(List.of("Poznan", "Krakow"), MAY)))
        .hasMessage("no hotel in Krakow has a room");
    assertThat(tutti.actor(Hotel.class, "Astoria").call(new Hotel.Taken())).isEmpty();
    tutti.actor(Hotel.class, "Dom").call(new Hotel.Furnish(1, money(30)));
    assertThat(ada().call(new Traveller.BookRound(List.of("Poznan", "Krakow"), MAY)))
        .extracting(Hotel.Offer::hotel)
        .containsExactly("Astoria", "Dom");
    assertThat(ada().call(new Traveller.Account()).saved()).isEqualTo(money(50));
  }

  @Test
  void refusesAStayOfNoNights() {
    assertThatThrownBy(() -> ada().call(new Traveller.BookTrip("Poznan", MAY, 0, money(10))))
        .isInstanceOf(RefusedException.class)
        .hasMessage("a stay of 0 nights is none");
  }

  private static BigDecimal taken(Client client) {
    return HOTELS.stream()
        .flatMap(hotel -> client.actor(Hotel.class, hotel).call(new Hotel.Taken()).stream())
        .map(Hotel.Night::price)
        .reduce(BigDecimal.ZERO, BigDecimal::add);
  }

  /**
   * A traveller that has paid has a room, and no other traveller has: whatever the seed chooses.
   */
  @Test
  void sellsEachNightOnceInSimulations() {
    List<String> travellers = List.of("ada", "bob");
    Simulation.of(TravelApplication.application())
        .opening(
            client -> {
              build(client);
              for (String traveller : travellers) {
                client.actor(Traveller.class, traveller).call(new Traveller.Save(money(500)));
              }
            })
        .clients(
            3,
            (client, random) -> {
              for (int i = 0; i < 3; i++) {
                LocalDate arrival = MAY.plusDays(random.nextInt(3));
                int count = 1 + random.nextInt(2);
                String who = travellers.get(random.nextInt(2));
                try {
                  client
                      .actor(Traveller.class, who)
                      .call(new Traveller.BookTrip("Poznan", arrival, count, money(200)));
                } catch (RefusedException refused) {
                  assertThat(refused.code()).isIn("too-dear", "no-vacancy");
                }
              }
            })
        .atTheEnd(
            "what was paid was taken",
            client -> {
              BigDecimal left = BigDecimal.ZERO;
              for (String traveller : travellers) {
                left =
                    left.add(
                        client
                            .actor(Traveller.class, traveller)
                            .call(new Traveller.Account())
                            .saved());
              }
              assertThat(taken(client).add(left)).isEqualByComparingTo(money(1000));
            })
        .crashes(2)
        .serially()
        .run(30);
  }
}
