package tutti.lab.torture;

import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import tutti.lab.bank.Bank;

/**
 * What clients ask of the bank: transfers between accounts, two of which are hot, and whatever else
 * its accounts can do. Thread-safe.
 */
final class Traffic {
  private static final int ACCOUNTS = 12;
  private static final int HOT = 2;

  private final AtomicLong transfers = new AtomicLong();

  /** The accounts that are there from the start; a few more are opened later, or never. */
  List<Ask> opening() {
    return IntStream.range(0, ACCOUNTS - 2).mapToObj(i -> open(i, 500)).toList();
  }

  Ask next(SplittableRandom random) {
    int from = account(random);
    int to = account(random);
    return switch (random.nextInt(32)) {
      case 0 -> open(random.nextInt(ACCOUNTS), random.nextInt(300));
      case 1, 2 -> onAccount(from, "interest", "{\"rate\":\"" + random.nextInt(12) + "%\"}");
      case 3 -> onAccount(from, "block", "{}");
      case 4, 5 -> onAccount(from, "unblock", "{}");
      case 6 -> random.nextInt(4) == 0 ? onAccount(from, "close", "{}") : read(from);
      case 7 -> sweep(from, to);
      case 8, 9 -> onTransfer(earlier(random), "refund", "{}");
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
    // Mostly one of the newest: an old one has been refunded.
    return Math.max(0, made - 1 - random.nextLong(random.nextBoolean() ? 10 : made + 1));
  }

  private static String iban(int number) {
    return Bank.iban(number).text();
  }

  private static Ask open(int account, int euros) {
    return onAccount(account, "open", "{\"initialDeposit\":\"" + euros(euros * 100L) + "\"}");
  }

  private static Ask read(int account) {
    return new Ask("/Account/" + iban(account), null, "Account[" + iban(account) + "]");
  }

  private static Ask readTransfer(long id) {
    return new Ask("/Transfer/" + id, null, "Transfer[" + id + "]");
  }

  private static Ask onAccount(int account, String event, String body) {
    String iban = iban(account);
    return new Ask("/Account/" + iban + "/" + event, body, "Account[" + iban + "]." + event);
  }

  private static Ask onTransfer(long id, String event, String body) {
    return new Ask("/Transfer/" + id + "/" + event, body, "Transfer[" + id + "]." + event);
  }

  private static Ask book(long id, int from, int to, SplittableRandom random) {
    return onTransfer(id, "book", amountBetween(from, to, random));
  }

  private static String amountBetween(int from, int to, SplittableRandom random) {
    return "{\"amount\":\"%s\",\"from\":\"%s\",\"to\":\"%s\"}"
        .formatted(euros(1 + random.nextInt(6_000)), iban(from), iban(to));
  }

  private Ask sweep(int from, int to) {
    return onTransfer(
        transfers.getAndIncrement(),
        "sweep",
        "{\"from\":\"%s\",\"to\":\"%s\"}".formatted(iban(from), iban(to)));
  }

  /** Two transfers that happen together, over accounts that may be on as many nodes. */
  private Ask two(int from, int to, SplittableRandom random) {
    long first = transfers.getAndIncrement();
    long second = transfers.getAndIncrement();
    int other = random.nextInt(ACCOUNTS);
    int another = random.nextInt(ACCOUNTS);
    String body =
        "{\"events\":[%s,%s]}"
            .formatted(
                event(first, amountBetween(from, to, random)),
                event(second, amountBetween(other, another, random)));
    String signature =
        Stream.of(first, second)
            .map(id -> "Transfer[" + id + "].book")
            .sorted()
            .collect(Collectors.joining(" "));
    return new Ask("/transactions", body, signature);
  }

  private static String event(long id, String arguments) {
    return "{\"specification\":\"Transfer\",\"key\":\"%d\",\"event\":\"book\",\"arguments\":%s}"
        .formatted(id, arguments);
  }

  private static String euros(long cents) {
    return String.format(Locale.ROOT, "EUR %d.%02d", cents / 100, cents % 100);
  }
}
