package consumer.travel;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import tutti.model.actor.Actor;
import tutti.model.actor.Procedure;
import tutti.model.actor.Query;
import tutti.model.relation.Relation;

/** A traveller: money that is saved for travelling, and the rooms that were booked with it. */
public final class Traveller extends Actor {
  public record Purse(String name, BigDecimal saved) {}

  public record Trip(int number, String hotel, int room, LocalDate arrival, BigDecimal price) {}

  public record Statement(BigDecimal saved, List<Trip> trips) {}

  public final Relation<String, Purse> purse = relation("purse", Purse.class, Purse::name);
  public final Relation<Integer, Trip> trips = relation("trips", Trip.class, Trip::number);

  private BigDecimal saved() {
    return purse.find("saved").map(Purse::saved).orElse(BigDecimal.ZERO);
  }

  /** Pays for a room that was booked; if the money does not do, the room is free again. */
  private void pay(Hotel.Offer offer, LocalDate arrival) {
    BigDecimal left = saved().subtract(offer.price());
    if (left.signum() < 0) {
      throw abort("too-dear", offer.hotel() + " costs " + offer.price() + " of " + saved());
    }
    purse.upsert(new Purse("saved", left));
    int number = trips.scan().descending().first().map(Trip::number).orElse(0) + 1;
    trips.insert(new Trip(number, offer.hotel(), offer.room(), arrival, offer.price()));
  }

  public record Save(BigDecimal amount) implements Procedure<Traveller, BigDecimal> {
    @Override
    public BigDecimal run(Traveller traveller) {
      if (amount.signum() <= 0) {
        throw traveller.abort("not-positive", "nobody saves " + amount);
      }
      BigDecimal saved = traveller.saved().add(amount);
      traveller.purse.upsert(new Purse("saved", saved));
      return saved;
    }
  }

  /**
   * Searches the city's hotels, takes a room in the cheapest, and pays. If it is dearer than what
   * is saved, or than {@code atMost}, nothing has happened: not in the hotel either.
   */
  public record BookTrip(String city, LocalDate arrival, int count, BigDecimal atMost)
      implements Procedure<Traveller, Hotel.Offer> {
    @Override
    public Hotel.Offer run(Traveller traveller) {
      List<Hotel.Offer> offers =
          traveller.actor(City.class, city).call(new City.Search(arrival, count)).get();
      if (offers.isEmpty()) {
        throw traveller.abort("no-vacancy", "no hotel in " + city + " has a room");
      }
      Hotel.Offer best =
          traveller
              .actor(Hotel.class, offers.getFirst().hotel())
              .call(new Hotel.Book(arrival, count, traveller.key()))
              .get();
      if (best.price().compareTo(atMost) > 0) {
        throw traveller.abort("too-dear", best.hotel() + " costs " + best.price());
      }
      traveller.pay(best, arrival);
      return best;
    }
  }

  /** A night in each of these cities, one after the other: all of them, or none. */
  public record BookRound(List<String> cities, LocalDate departure)
      implements Procedure<Traveller, List<Hotel.Offer>> {
    @Override
    public List<Hotel.Offer> run(Traveller traveller) {
      List<Hotel.Offer> booked = new ArrayList<>();
      LocalDate night = departure;
      for (String city : cities) {
        Hotel.Offer offer =
            traveller
                .actor(City.class, city)
                .call(new City.BookFirst(night, 1, traveller.key()))
                .get();
        traveller.pay(offer, night);
        booked.add(offer);
        night = night.plusDays(1);
      }
      return booked;
    }
  }

  /** What is saved, and what was booked. */
  public record Account() implements Query<Traveller, Statement> {
    @Override
    public Statement run(Traveller traveller) {
      return new Statement(traveller.saved(), traveller.trips.scan().list());
    }
  }
}
