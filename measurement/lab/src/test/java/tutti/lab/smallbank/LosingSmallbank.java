package tutti.lab.smallbank;

import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.lab.node.RunNodes;
import tutti.lab.smallbank.BankCustomer.Extent;
import tutti.lab.smallbank.BankCustomer.Holdings;
import tutti.model.ActorId;
import tutti.model.ActorState;
import tutti.model.Application;

/** The application with deposits that commit and are lost, and all else as usual. */
record LosingSmallbank(JavaSmallbank usual) implements SmallbankLanguage {
  @Override
  public Application application() {
    return usual.application();
  }

  @Override
  public ActorId actor(int customer) {
    return usual.actor(customer);
  }

  @Override
  public TransactionRequest request(SmallbankInput input) {
    return usual.request(
        input instanceof SmallbankInput.DepositChecking lost
            ? new SmallbankInput.Balance(lost.customer())
            : input);
  }

  @Override
  public TransactionRequest open(int customer, long savings, long checking) {
    return usual.open(customer, savings, checking);
  }

  @Override
  public Holdings holdings(ActorState state) {
    return usual.holdings(state);
  }

  @Override
  public TransactionRequest beginLoad(int customers) {
    return usual.beginLoad(customers);
  }

  @Override
  public TransactionRequest endLoad(int customers) {
    return usual.endLoad(customers);
  }

  @Override
  public Optional<Extent> begun(RunNodes open) throws InterruptedException {
    return usual.begun(open);
  }

  @Override
  public void read(RunNodes open, int customers, Consumer<Holdings> sink)
      throws InterruptedException {
    usual.read(open, customers, sink);
  }

  @Override
  public OptionalLong outside(SmallbankInput input, Outcome.Committed committed) {
    return usual.outside(input, committed);
  }

  @Override
  public boolean mayRefuseUnusual(String code) {
    return usual.mayRefuseUnusual(code);
  }

  @Override
  public boolean mayRefuse(String code) {
    return usual.mayRefuse(code);
  }
}
