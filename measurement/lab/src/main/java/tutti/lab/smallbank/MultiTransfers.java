package tutti.lab.smallbank;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import tutti.engine.relational.RelationalApplication;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.lab.node.NodeKeys;
import tutti.lab.smallbank.SmallbankShape.MultiTransferShape;

/**
 * Every multi-transfer (Reactors §4.1) from one customer to others, for predictions: the customers'
 * keys say on which of two parts they live. Immutable.
 */
public final class MultiTransfers {
  /** The type of the customers' actors. */
  public static final String TYPE = BankCustomer.TYPE;

  /** Money that no run of a cent each spends. */
  private static final long OPENING = 1_000_000_000_000L;

  private static final int MOST = MultiTransferShape.MOST_DESTINATIONS;

  /** The payer, then the customers on the payer's node, then those on the other node. */
  private final JavaSmallbank bank =
      new JavaSmallbank(
          new RelationalApplication(JavaSmallbank.builder("multi-transfers").build(), null),
          customer ->
              customer <= MOST ? NodeKeys.key(0, customer) : NodeKeys.key(1, customer - MOST));

  /**
   * One of the multi-transfers.
   *
   * @param form its formulation: {@code fully-sync} …
   * @param destinations how many it pays
   */
  public record MultiTransfer(String form, int destinations, TransactionRequest request) {}

  /** Returns the application of the customers. */
  public RelationalApplication application() {
    return (RelationalApplication) bank.application();
  }

  /** Returns the requests that open all customers. */
  public List<TransactionRequest> opening() {
    return IntStream.rangeClosed(0, 2 * MOST)
        .mapToObj(customer -> bank.open(customer, OPENING, OPENING))
        .toList();
  }

  /**
   * Returns all formulations with 1 to 7 destinations each.
   *
   * @param far whether the destinations are on the other part
   */
  public List<MultiTransfer> all(boolean far) {
    List<MultiTransfer> all = new ArrayList<>();
    for (Formulation form : Formulation.values()) {
      for (int count = 1; count <= MOST; count++) {
        List<Integer> to =
            IntStream.rangeClosed(1, count).map(i -> far ? MOST + i : i).boxed().toList();
        all.add(
            new MultiTransfer(
                form.label(),
                count,
                bank.request(new SmallbankInput.MultiTransfer(form, 0, to, 1))));
      }
    }
    return all;
  }
}
