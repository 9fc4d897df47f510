package tutti.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import tools.jackson.databind.JsonNode;
import tutti.cli.process.TuttiProcess.Answer;

/**
 * The daily requests to an example in Java over REST, and the states that must then be found: by
 * clients side by side, some of which must be refused.
 */
sealed interface ExampleBusiness {
  /** The name of the example's folder. */
  String name();

  /** Makes the example ready for its first day. */
  void open(List<String> urls) throws Exception;

  /** Works, and looks at what has become of it. */
  void day(List<String> urls, int day) throws Exception;

  /** The states after the given number of days. */
  void assertKept(List<String> urls, int days) throws Exception;

  /** Every answer must be that it happened; gives its result. */
  private static JsonNode ask(String url, String path, String body) throws Exception {
    Answer answer = TuttiProcess.postTo(url + path, body);
    assertThat(answer.status()).as(path + " " + body + ": " + answer.body()).isEqualTo(200);
    return answer.body().path("result");
  }

  /** One of the nodes, which all answer for all. */
  private static String any(List<String> urls, int number) {
    return urls.get(number % urls.size());
  }

  /**
   * Asks all at once.
   *
   * @return how many happened; all others were refused with this code
   */
  private static int happened(List<String> urls, List<String> requests, String code) {
    List<CompletableFuture<Answer>> asked = new ArrayList<>();
    try (var clients = Executors.newVirtualThreadPerTaskExecutor()) {
      for (String request : requests) {
        String url = any(urls, asked.size());
        CompletableFuture<Answer> answer = new CompletableFuture<>();
        asked.add(answer);
        clients.execute(
            () -> {
              try {
                String[] pathAndBody = request.split(" ", 2);
                answer.complete(TuttiProcess.postTo(url + pathAndBody[0], pathAndBody[1]));
              } catch (Exception failed) {
                answer.completeExceptionally(failed);
              }
            });
      }
    }
    int happened = 0;
    for (CompletableFuture<Answer> each : asked) {
      Answer answer = each.join();
      if (answer.status() == 200) {
        happened++;
      } else {
        assertThat(answer.status()).as(answer.body().toString()).isEqualTo(409);
        assertThat(answer.text("code")).isEqualTo(code);
      }
    }
    return happened;
  }

  /** Payments of 1, two more each day than there is room for. */
  record Exchange() implements ExampleBusiness {
    private static final int PAYMENTS = 4;
    private static final List<String> PROVIDERS = List.of("mastercard", "paypal", "visa");
    private static final List<String> BOTH = List.of("/Exchange/x/", "/ClassicExchange/x/");

    @Override
    public String name() {
      return "exchange";
    }

    @Override
    public void open(List<String> urls) throws Exception {
      for (String provider : PROVIDERS) {
        for (String exchange : BOTH) {
          ask(any(urls, 0), exchange + "AddProvider", "{\"provider\": \"" + provider + "\"}");
        }
      }
    }

    @Override
    public void day(List<String> urls, int day) throws Exception {
      for (String exchange : BOTH) {
        ask(any(urls, day), exchange + "Open", "{\"limit\": " + day * PAYMENTS + "}");
        List<String> payments = new ArrayList<>();
        for (int i = 0; i < PAYMENTS + 2; i++) {
          String provider = PROVIDERS.get(i % PROVIDERS.size());
          payments.add(
              "%sAuthPay {\"provider\": \"%s\", \"wallet\": %d, \"value\": 1}"
                  .formatted(exchange, provider, i));
        }
        assertThat(happened(urls, payments, "exposure")).isEqualTo(PAYMENTS);
      }
      assertKept(urls, day);
    }

    @Override
    public void assertKept(List<String> urls, int days) throws Exception {
      for (String exchange : BOTH) {
        BigDecimal unsettled = BigDecimal.ZERO;
        for (JsonNode each : ask(any(urls, 1), exchange + "Exposure", "{}")) {
          unsettled = unsettled.add(each.decimalValue());
        }
        assertThat(unsettled).isEqualByComparingTo(BigDecimal.valueOf((long) days * PAYMENTS));
      }
    }
  }

  /** Trips of one night, of which there is one less each day than are wanted. */
  record Travel() implements ExampleBusiness {
    private static final LocalDate FIRST_NIGHT = LocalDate.of(2027, 5, 1);
    private static final List<String> HOTELS = List.of("Astoria", "Bristol", "Carlton");
    private static final List<String> TRAVELLERS = List.of("ada", "bob", "eve", "joe");

    @Override
    public String name() {
      return "travel";
    }

    @Override
    public void open(List<String> urls) throws Exception {
      for (String hotel : HOTELS) {
        ask(any(urls, 0), "/Hotel/" + hotel + "/Furnish", "{\"room\": 1, \"price\": 10}");
        ask(any(urls, 1), "/City/Poznan/AddHotel", "{\"hotel\": \"" + hotel + "\"}");
      }
      for (String traveller : TRAVELLERS) {
        ask(any(urls, 2), "/Traveller/" + traveller + "/Save", "{\"amount\": 1000}");
      }
    }

    @Override
    public void day(List<String> urls, int day) throws Exception {
      List<String> trips = new ArrayList<>();
      for (String traveller : TRAVELLERS) {
        trips.add(
            "/Traveller/%s/BookTrip {\"city\": \"Poznan\", \"arrival\": \"%s\","
                    .formatted(traveller, FIRST_NIGHT.plusDays(day))
                + " \"count\": 1, \"atMost\": 10}");
      }
      assertThat(happened(urls, trips, "no-vacancy")).isEqualTo(HOTELS.size());
      assertKept(urls, day);
    }

    @Override
    public void assertKept(List<String> urls, int days) throws Exception {
      List<String> guests = new ArrayList<>();
      for (String hotel : HOTELS) {
        for (JsonNode night : ask(any(urls, 1), "/Hotel/" + hotel + "/Taken", "{}")) {
          guests.add(night.path("guest").asString());
        }
      }
      assertThat(guests).hasSize(days * HOTELS.size());
      for (String traveller : TRAVELLERS) {
        JsonNode account = ask(any(urls, 2), "/Traveller/" + traveller + "/Account", "{}");
        long booked = guests.stream().filter(traveller::equals).count();
        assertThat(account.path("trips")).hasSize((int) booked);
        assertThat(account.path("saved").decimalValue())
            .isEqualByComparingTo(BigDecimal.valueOf(1000 - 10 * booked));
      }
    }
  }
}
