package travel;

import java.time.LocalDate;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import tutti.model.actor.Actor;
import tutti.model.actor.Internal;
import tutti.model.actor.Procedure;
import tutti.model.actor.Promise;
import tutti.model.actor.Query;
import tutti.model.relation.Relation;

/** A city, which knows its hotels. */
public final class City extends Actor {
  public record Known(String hotel) {}

  public final Relation<String, Known> hotels = relation("hotels", Known.class, Known::hotel);

  public record AddHotel(String hotel) implements Procedure<City, Void> {
    @Override
    public Void run(City city) {
      if (hotel.isEmpty()) {
        throw city.abort("no-name", "a hotel has a name");
      }
      // A name that no actor can have would be in the way of each search; it is refused here.
      city.actor(Hotel.class, hotel);
      city.hotels.insert(new Known(hotel));
      return null;
    }
  }

  /** The offers of the hotels, the cheapest first. All hotels are asked at once. */
  public record Search(LocalDate arrival, int count) implements Query<City, List<Hotel.Offer>> {
    @Override
    public List<Hotel.Offer> run(City city) {
      List<Promise<Optional<Hotel.Offer>>> offers =
          city.hotels.scan().list().stream()
              .map(known -> city.actor(Hotel.class, known.hotel()))
              .map(hotel -> hotel.call(new Hotel.Quote(arrival, count)))
              .toList();
      return Promise.all(offers).stream()
          .flatMap(Optional::stream)
          .sorted(Comparator.comparing(Hotel.Offer::price).thenComparing(Hotel.Offer::hotel))
          .toList();
    }
  }

  /**
   * Asks one hotel after the other, and takes a room in the first that has one (Atomic RMI §4,
   * Figure 12). The hotels after it are not touched.
   */
  @Internal
  public record BookFirst(LocalDate arrival, int count, String guest)
      implements Procedure<City, Hotel.Offer> {
    @Override
    public Hotel.Offer run(City city) {
      for (Known known : city.hotels.scan().list()) {
        var hotel = city.actor(Hotel.class, known.hotel());
        if (hotel.call(new Hotel.Quote(arrival, count)).get().isPresent()) {
          return hotel.call(new Hotel.Book(arrival, count, guest)).get();
        }
      }
      throw city.abort("no-vacancy", "no hotel in " + city.key() + " has a room");
    }
  }
}
