package tutti.engine.transaction.submission;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import tutti.engine.concurrency.TransactionId;

/** Requests that nobody can tell the end of. */
class TransactionRequestTest {
  /** A client transaction names its calls one by one, so that its request has none. */
  @Test
  void aClientTransactionIsInDoubt() {
    TransactionRequest request = new TransactionRequest(List.of(), null, 1);
    assertThat(request.mayChange()).isTrue();
    assertThat(request.untold(new TransactionId(0, 1, 2, 0), "a flush has not ended"))
        .isInstanceOf(Outcome.InDoubt.class);
  }
}
