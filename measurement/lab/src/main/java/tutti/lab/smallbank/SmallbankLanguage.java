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

/** The application in one of the languages: its requests, and what is stored. */
interface SmallbankLanguage {

  Application application();

  /** Returns the actor of a customer. */
  ActorId actor(int customer);

  TransactionRequest request(SmallbankInput input);

  /** Returns the request that opens a customer's accounts, if there are none. */
  TransactionRequest open(int customer, long savings, long checking);

  /** Returns whether a load notes how many customers it makes, so that a folder can be kept. */
  default boolean keepsExtent() {
    return true;
  }

  default boolean makesMultiTransfers() {
    return true;
  }

  /** Returns the accounts in a customer's state, as simulations have it. */
  Holdings holdings(ActorState state);

  /** Returns the request that is made before all others of a load. */
  TransactionRequest beginLoad(int customers);

  /** Returns the request that is made at last: it says that all customers are there. */
  TransactionRequest endLoad(int customers);

  /** Returns the load that was begun, if one was. */
  Optional<Extent> begun(RunNodes open) throws InterruptedException;

  /** Gives the accounts of all customers, in the order of their numbers. */
  void read(RunNodes open, int customers, Consumer<Holdings> sink) throws InterruptedException;

  /**
   * Returns the cents that a transaction has brought from outside, negative if it has taken some;
   * empty if its answer does not show it.
   */
  OptionalLong outside(SmallbankInput input, Outcome.Committed committed);

  /**
   * Returns whether a transaction may be refused with that code where a customer is not there, or
   * several requests are one transaction.
   */
  boolean mayRefuseUnusual(String code);

  /** Returns whether a transaction may be refused with that code, for what accounts have. */
  boolean mayRefuse(String code);
}
