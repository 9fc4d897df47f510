package tutti.lab.torture;

import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import tutti.lab.bank.Bank;
import tutti.lab.measure.Text;

/**
 * The requests of the bank's clients: transfers between accounts, two of which are hot, and the
 * other actions of accounts. Thread-safe.
 */
final class BankTraffic implements RoundTraffic {
  private static final int ACCOUNTS = 12;
  private static final int HOT = 2;

  private final AtomicLong transfers = new AtomicLong();

  /** Opens the accounts that are there from the start; a few more are opened later, or never. */
  @Override
  public List<Ask> opening() {
    return IntStream.range(0, ACCOUNTS - 2).mapToObj(i -> open(i, 500)).toList();
  }

  @Override
  public Ask next(SplittableRandom random) {
    int from = account(random);
    int to = account(random);
    return switch (random.nextInt(32)) {
      case 0 -> open(random.nextInt(ACCOUNTS), random.nextInt(300));
      case 1, 2 -> interest(from, random.nextInt(12) + "%");
      case 3 -> onAccount(from, "block", "{}", List.of());
      case 4, 5 -> onAccount(from, "unblock", "{}", List.of());
      case 6 -> random.nextInt(4) == 0 ? onAccount(from, "close", "{}", List.of()) : read(from);
      case 7 -> sweep(from, to);
      case 8, 9 -> onTransfer(earlier(random), "refund", "{}", List.of());
      case 10 -> book(earlier(random), from, to, random);
      case 11, 12 -> two(from, to, random);
      case 13, 14, 15, 16, 17 -> read(from);
      case 18, 19 -> readTransfer(earlier(random));
      default -> book(transfers.getAndIncrement(), from, to, random);
    };
  }

  private static int account(SplittableRandom random) {
    return random.nextInt(3) > 0 ? random.nextInt(HOT) : random.nextInt(ACCOUNTS);
  }

  private long earlier(SplittableRandom random) {
    long made = transfers.get();
    // The draw gives mostly one of the newest: an old one has been refunded.
    return Math.max(0, made - 1 - random.nextLong(random.nextBoolean() ? 10 : made + 1));
  }

  private static String iban(int number) {
    return Bank.iban(number).text();
  }

  private static Ask open(int account, int euros) {
    String deposit = euros(euros * 100L);
    return onAccount(account, "open", "{\"initialDeposit\":\"" + deposit + "\"}", List.of(deposit));
  }

  private static Ask interest(int account, String rate) {
    return onAccount(account, "interest", "{\"rate\":\"" + rate + "\"}", List.of(rate));
  }

  private static Ask read(int account) {
    return new Ask("/Account/" + iban(account), null, "Account[" + iban(account) + "]");
  }

  private static Ask readTransfer(long id) {
    return new Ask("/Transfer/" + id, null, "Transfer[" + id + "]");
  }

  private static Ask onAccount(int account, String event, String body, List<String> arguments) {
    String iban = iban(account);
    return new Ask(
        "/Account/" + iban + "/" + event,
        body,
        "Account[" + iban + "]." + Ask.event(event, arguments));
  }

  private static Ask onTransfer(long id, String event, String body, List<String> arguments) {
    return new Ask(
        "/Transfer/" + id + "/" + event,
        body,
        "Transfer[" + id + "]." + Ask.event(event, arguments));
  }

  /** The arguments of a transfer, in the order of the event's parameters. */
  private record Booking(String amount, String from, String to) {
    static Booking drawn(int from, int to, SplittableRandom random) {
      return new Booking(euros(1 + random.nextInt(6_000)), iban(from), iban(to));
    }

    String json() {
      return "{\"amount\":\"%s\",\"from\":\"%s\",\"to\":\"%s\"}".formatted(amount, from, to);
    }

    List<String> arguments() {
      return List.of(amount, from, to);
    }

    String of(long id) {
      return "Transfer[" + id + "]." + Ask.event("book", arguments());
    }

    String event(long id) {
      return "{\"specification\":\"Transfer\",\"key\":\"%s\",\"event\":\"book\",\"arguments\":%s}"
          .formatted(id, json());
    }
  }

  private static Ask book(long id, int from, int to, SplittableRandom random) {
    Booking booking = Booking.drawn(from, to, random);
    return onTransfer(id, "book", booking.json(), booking.arguments());
  }

  private Ask sweep(int from, int to) {
    return onTransfer(
        transfers.getAndIncrement(),
        "sweep",
        "{\"from\":\"%s\",\"to\":\"%s\"}".formatted(iban(from), iban(to)),
        List.of(iban(from), iban(to)));
  }

  /** Returns two transfers that happen together, over accounts that may be on as many nodes. */
  private Ask two(int from, int to, SplittableRandom random) {
    long first = transfers.getAndIncrement();
    long second = transfers.getAndIncrement();
    Booking one = Booking.drawn(from, to, random);
    Booking other = Booking.drawn(random.nextInt(ACCOUNTS), random.nextInt(ACCOUNTS), random);
    String body = "{\"events\":[%s,%s]}".formatted(one.event(first), other.event(second));
    String signature =
        Stream.of(one.of(first), other.of(second)).sorted().collect(Collectors.joining(" "));
    return new Ask("/transactions", body, signature);
  }

  private static String euros(long cents) {
    return Text.of("EUR %d.%02d", cents / 100, cents % 100);
  }
}
