import bank.ApiException;
import bank.api.AccountApi;
import bank.api.TransferApi;
import bank.model.AccountDeposit;
import bank.model.AccountInstance;
import bank.model.AccountOpen;
import bank.model.AccountState;
import bank.model.AccountWithdraw;
import bank.model.CommittedEvent;
import bank.model.Problem;
import bank.model.TransferBook;
import java.math.BigDecimal;
import java.time.LocalDate;
import travel.api.CityApi;
import travel.api.HotelApi;
import travel.api.TravellerApi;
import travel.model.CityAddHotel;
import travel.model.HotelFurnish;
import travel.model.HotelOffer;
import travel.model.TravellerBookTrip;
import travel.model.TravellerSave;
import travel.model.TravellerStatement;

/** Uses the clients that were generated of a bank and of travellers, at the addresses given. */
public class Clients {
  static final String ANN = "NL91ABNA0417164300";
  static final String BOB = "NL02ABNA0123456789";

  public static void main(String[] urls) throws Exception {
    bank(urls[0]);
    travel(urls[1]);
    System.out.println("good");
  }

  static void bank(String url) throws Exception {
    bank.ApiClient client = new bank.ApiClient();
    client.updateBaseUri(url);
    AccountApi accounts = new AccountApi(client);
    accounts.accountOpen(ANN, new AccountOpen().initialDeposit("EUR 50.00"), null, null);
    accounts.accountOpen(BOB, new AccountOpen().initialDeposit("EUR 0.00"), null, null);
    AccountInstance opened = accounts.getAccount(ANN, null);
    expect(AccountState.OPENED, opened.getState());
    expect("EUR 50.00", opened.getFields().getBalance());

    TransferBook transfer = new TransferBook().amount("EUR 20.00").from(ANN).to(BOB);
    CommittedEvent booked = new TransferApi(client).transferBook("1", transfer, null, null);
    expect(CommittedEvent.OutcomeEnum.COMMITTED, booked.getOutcome());
    expect("EUR 30.00", accounts.getAccount(ANN, null).getFields().getBalance());

    try {
      accounts.accountWithdraw(ANN, new AccountWithdraw().amount("EUR 70.00"), null, null);
      throw new AssertionError("it was not refused");
    } catch (ApiException refused) {
      expect(409, refused.getCode());
      Problem problem =
          client.getObjectMapper().readValue(refused.getResponseBody(), Problem.class);
      expect("precondition", problem.getCode());
      expect("The balance must cover the withdrawal.", problem.getDocumentation());
      expect("EUR 30.00", problem.getValues().get("this.balance"));
    }

    AccountDeposit deposit = new AccountDeposit().amount("EUR 1.00");
    CommittedEvent first = accounts.accountDeposit(BOB, deposit, "java-1", null);
    CommittedEvent repeat = accounts.accountDeposit(BOB, deposit, "java-1", null);
    expect(first.getTransaction(), repeat.getTransaction());
    expect("EUR 21.00", accounts.getAccount(BOB, null).getFields().getBalance());
  }

  static void travel(String url) throws Exception {
    travel.ApiClient client = new travel.ApiClient();
    client.updateBaseUri(url);
    HotelFurnish room = new HotelFurnish().room(1).price(new BigDecimal("80"));
    new HotelApi(client).hotelFurnish("Bristol", room, null, null);
    new CityApi(client).cityAddHotel("Poznan", new CityAddHotel().hotel("Bristol"), null, null);
    TravellerApi travellers = new TravellerApi(client);
    TravellerSave save = new TravellerSave().amount(new BigDecimal("500"));
    expect(new BigDecimal("500"), travellers.travellerSave("ada", save, null, null).getResult());
    LocalDate arrival = LocalDate.parse("2027-05-01");
    TravellerBookTrip trip =
        new TravellerBookTrip()
            .city("Poznan")
            .arrival(arrival)
            .count(2)
            .atMost(new BigDecimal(180));
    HotelOffer offer = travellers.travellerBookTrip("ada", trip, null, null).getResult();
    expect("Bristol", offer.getHotel());
    expect(1, offer.getRoom());
    expect(new BigDecimal("160"), offer.getPrice());
    TravellerStatement statement = travellers.travellerAccount("ada", null, null).getResult();
    expect(new BigDecimal("340"), statement.getSaved());
    expect(arrival, statement.getTrips().get(0).getArrival());
  }

  static void expect(Object expected, Object found) {
    if (!expected.equals(found)) {
      throw new AssertionError("expected " + expected + ", found " + found);
    }
  }
}
