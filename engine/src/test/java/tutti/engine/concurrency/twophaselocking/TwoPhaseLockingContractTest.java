package tutti.engine.concurrency.twophaselocking;

import tutti.engine.concurrency.ConcurrencyControl;
import tutti.engine.concurrency.ConcurrencyControlContract;
import tutti.engine.concurrency.Effects;

class TwoPhaseLockingContractTest extends ConcurrencyControlContract {
  @Override
  protected ConcurrencyControl make(Effects effects) {
    return new TwoPhaseLocking(effects);
  }
}
