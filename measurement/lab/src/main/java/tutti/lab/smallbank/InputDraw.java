package tutti.lab.smallbank;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import tutti.lab.load.Shares;
import tutti.lab.smallbank.SmallbankShape.MultiTransferShape;

/** A generator of inputs: those of the standard mix with its hot spot, or multi-transfers. */
final class InputDraw {
  /** The shares of H-Store and OLTP-Bench, in the order of {@link SmallbankKind}. */
  private static final Shares STANDARD = new Shares(15, 15, 15, 25, 15, 15);

  /** The most cents of an amount. */
  private static final int MOST_CENTS = 2_000;

  private static final int HUNDRED = 100;

  private final SmallbankShape shape;
  private final @Nullable CustomerParts parts;

  /** The inputs of the standard mix. */
  InputDraw(SmallbankShape shape) {
    this.shape = shape;
    this.parts = null;
  }

  /**
   * @param parts of the deployment, among which a multi-transfer chooses
   */
  InputDraw(SmallbankShape shape, CustomerParts parts) {
    this.shape = shape;
    this.parts = parts;
  }

  SmallbankInput next(RandomGenerator random) {
    MultiTransferShape multi = shape.multi();
    return multi == null || parts == null ? standard(random) : multiTransfer(multi, parts, random);
  }

  private SmallbankInput standard(RandomGenerator random) {
    SmallbankKind kind = SmallbankKind.values()[STANDARD.kind(random.nextInt(STANDARD.sum()))];
    boolean hot = random.nextInt(HUNDRED) < shape.hot();
    int first = hot ? 0 : shape.hotCustomers();
    int end = hot ? shape.hotCustomers() : shape.customers();
    int one = random.nextInt(first, end);
    return switch (kind) {
      case AMALGAMATE -> new SmallbankInput.Amalgamate(one, other(one, first, end, random));
      case BALANCE -> new SmallbankInput.Balance(one);
      case DEPOSIT_CHECKING -> new SmallbankInput.DepositChecking(one, cents(random));
      case SEND_PAYMENT ->
          new SmallbankInput.SendPayment(one, other(one, first, end, random), cents(random));
      case TRANSACT_SAVINGS ->
          new SmallbankInput.TransactSavings(
              one, random.nextBoolean() ? cents(random) : -cents(random));
      case WRITE_CHECK -> new SmallbankInput.WriteCheck(one, cents(random));
      case MULTI_TRANSFER -> throw new IllegalStateException("the standard mix has none");
    };
  }

  private static long cents(RandomGenerator random) {
    return random.nextInt(1, MOST_CENTS + 1);
  }

  private static int other(int than, int first, int end, RandomGenerator random) {
    int drawn = random.nextInt(first, end - 1);
    return drawn < than ? drawn : drawn + 1;
  }

  /** Draws a source in the first container, and destinations there and in the others in turn. */
  private static SmallbankInput multiTransfer(
      MultiTransferShape multi, CustomerParts parts, RandomGenerator random) {
    int remote = parts.remote(multi);
    int source = parts.any(0, random);
    List<Integer> to = new ArrayList<>(multi.destinations());
    for (int i = 0; i < multi.destinations(); i++) {
      int part = i < remote ? 1 + i % (parts.count() - 1) : 0;
      int drawn = parts.any(part, random);
      while (drawn == source || to.contains(drawn)) {
        drawn = parts.any(part, random);
      }
      to.add(drawn);
    }
    return new SmallbankInput.MultiTransfer(multi.form(), source, to, 1);
  }
}
