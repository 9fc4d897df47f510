package consumer.travel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tutti.embedded.RefusedException;
import tutti.testkit.TuttiExtension;

/** A trip through several actors, which is booked whole or not at all. */
class TravelTest {
  private static final LocalDate MAY = LocalDate.parse("2027-05-01");

  @RegisterExtension
  static TuttiExtension tutti = TuttiExtension.of(TravelApplication.application()).perClass();

  @Test
  void aTripIsBookedWholeOrNotAtAll() {
    tutti.actor(City.class, "oslo").call(new City.AddHotel("fjord"));
    tutti.actor(Hotel.class, "fjord").call(new Hotel.Furnish(1, BigDecimal.TEN));
    var ada = tutti.actor(Traveller.class, "ada");
    ada.call(new Traveller.Save(new BigDecimal("25")));
    Hotel.Offer taken = ada.call(new Traveller.BookTrip("oslo", MAY, 2, new BigDecimal("20")));
    assertEquals("fjord", taken.hotel());
    RefusedException refused =
        assertThrows(
            RefusedException.class,
            () -> ada.call(new Traveller.BookRound(List.of("oslo"), MAY.plusDays(2))));
    assertEquals("too-dear", refused.code());
    assertEquals(2, tutti.actor(Hotel.class, "fjord").call(new Hotel.Taken()).size());
    assertEquals(new BigDecimal("5"), ada.call(new Traveller.Account()).saved());
  }
}
