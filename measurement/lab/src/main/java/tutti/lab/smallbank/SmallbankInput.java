package tutti.lab.smallbank;

import java.util.List;

/** The input of a transaction, with customers by their numbers and amounts in cents. */
sealed interface SmallbankInput {

  /** Returns the number of the customer whose actor is called. */
  int customer();

  SmallbankKind kind();

  record Amalgamate(int customer, int to) implements SmallbankInput {
    @Override
    public SmallbankKind kind() {
      return SmallbankKind.AMALGAMATE;
    }
  }

  record Balance(int customer) implements SmallbankInput {
    @Override
    public SmallbankKind kind() {
      return SmallbankKind.BALANCE;
    }
  }

  record DepositChecking(int customer, long cents) implements SmallbankInput {
    @Override
    public SmallbankKind kind() {
      return SmallbankKind.DEPOSIT_CHECKING;
    }
  }

  record SendPayment(int customer, int to, long cents) implements SmallbankInput {
    @Override
    public SmallbankKind kind() {
      return SmallbankKind.SEND_PAYMENT;
    }
  }

  record TransactSavings(int customer, long cents) implements SmallbankInput {
    @Override
    public SmallbankKind kind() {
      return SmallbankKind.TRANSACT_SAVINGS;
    }
  }

  record WriteCheck(int customer, long cents) implements SmallbankInput {
    @Override
    public SmallbankKind kind() {
      return SmallbankKind.WRITE_CHECK;
    }
  }

  record MultiTransfer(Formulation form, int customer, List<Integer> to, long cents)
      implements SmallbankInput {
    @Override
    public SmallbankKind kind() {
      return SmallbankKind.MULTI_TRANSFER;
    }
  }
}
