package tutti.engine.concurrency.locking.actor;

import tutti.engine.concurrency.ConcurrencyControl;
import tutti.engine.concurrency.Effects;
import tutti.engine.concurrency.SerializableControlContract;

class TwoPhaseLockingContractTest extends SerializableControlContract {
  @Override
  protected ConcurrencyControl make(Effects effects) {
    return new TwoPhaseLocking(effects);
  }
}
