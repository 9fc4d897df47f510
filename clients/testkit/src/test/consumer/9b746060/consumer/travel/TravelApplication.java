package consumer.travel;

import tutti.model.actor.JavaApplication;

/** Travellers who look for a room: what {@code tutti run examples/travel} serves. */
public final class TravelApplication {
  private TravelApplication() {}

  public static JavaApplication application() {
    return JavaApplication.named("travel")
        .actor("City", City::new)
        .actor("Hotel", Hotel::new)
        .actor("Traveller", Traveller::new)
        .procedures(
            City.AddHotel.class,
            City.Search.class,
            City.BookFirst.class,
            Hotel.Furnish.class,
            Hotel.Quote.class,
            Hotel.Book.class,
            Hotel.Taken.class,
            Traveller.Save.class,
            Traveller.BookTrip.class,
            Traveller.BookRound.class,
            Traveller.Account.class)
        .build();
  }
}
