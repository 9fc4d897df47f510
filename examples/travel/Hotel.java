package travel;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import tutti.model.actor.Actor;
import tutti.model.actor.Internal;
import tutti.model.actor.Procedure;
import tutti.model.actor.Query;
import tutti.model.relation.Relation;

/** A hotel: its rooms, and who has which of them in which night. */
public final class Hotel extends Actor {
  public record Room(int number, BigDecimal price) {}

  public record RoomNight(int room, LocalDate night) {}

  public record Night(int room, LocalDate night, String guest, BigDecimal price) {}

  /** A room that is free in all the nights, and what it costs in all of them together. */
  public record Offer(String hotel, int room, BigDecimal price) {}

  public final Relation<Integer, Room> rooms = relation("rooms", Room.class, Room::number);
  public final Relation<RoomNight, Night> nights =
      relation("nights", Night.class, RoomNight.class);

  private boolean free(int room, LocalDate from, int count) {
    return from.datesUntil(from.plusDays(count))
        .noneMatch(night -> nights.find(new RoomNight(room, night)).isPresent());
  }

  private Optional<Offer> cheapest(LocalDate from, int count) {
    return rooms.select().orderBy(Room::price).orderBy(Room::number).list().stream()
        .filter(room -> free(room.number(), from, count))
        .findFirst()
        .map(
            room ->
                new Offer(key(), room.number(), room.price().multiply(BigDecimal.valueOf(count))));
  }

  /** Adds a room, or gives one another price. */
  public record Furnish(int room, BigDecimal price) implements Procedure<Hotel, Void> {
    @Override
    public Void run(Hotel hotel) {
      hotel.rooms.upsert(new Room(room, price));
      return null;
    }
  }

  /** The cheapest room that is free; empty if none is. */
  public record Quote(LocalDate arrival, int count) implements Query<Hotel, Optional<Offer>> {
    @Override
    public Optional<Offer> run(Hotel hotel) {
      return hotel.cheapest(arrival, count);
    }
  }

  /** Takes the cheapest room that is free. */
  @Internal
  public record Book(LocalDate arrival, int count, String guest)
      implements Procedure<Hotel, Offer> {
    @Override
    public Offer run(Hotel hotel) {
      if (count <= 0) {
        throw hotel.abort("no-nights", "a stay of " + count + " nights is none");
      }
      Offer offer =
          hotel
              .cheapest(arrival, count)
              .orElseThrow(
                  () -> hotel.abort("no-vacancy", "no room of " + hotel.key() + " is free"));
      BigDecimal price = hotel.rooms.get(offer.room()).price();
      arrival
          .datesUntil(arrival.plusDays(count))
          .forEach(night -> hotel.nights.insert(new Night(offer.room(), night, guest, price)));
      return offer;
    }
  }

  /** All nights that are taken. */
  public record Taken() implements Query<Hotel, List<Night>> {
    @Override
    public List<Night> run(Hotel hotel) {
      return hotel.nights.scan().list();
    }
  }
}
