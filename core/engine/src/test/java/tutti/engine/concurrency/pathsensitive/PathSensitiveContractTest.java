package tutti.engine.concurrency.pathsensitive;

import org.junit.jupiter.api.Nested;
import tutti.engine.concurrency.ConcurrencyControl;
import tutti.engine.concurrency.ConcurrencyControlContract;
import tutti.engine.concurrency.Effects;
import tutti.engine.concurrency.SerializableControlContract;
import tutti.engine.deployment.Deployment.Isolation;

class PathSensitiveContractTest {
  private static ConcurrencyControl make(
      Effects effects, Isolation isolation, int maxInProgress, boolean intervals) {
    return new PathSensitive(
        effects,
        new PathSensitive.Settings(
            isolation == Isolation.SERIALIZABLE, maxInProgress, intervals, 1024));
  }

  @Nested
  class SerializableWithTree extends SerializableControlContract {
    @Override
    protected ConcurrencyControl make(Effects effects) {
      return PathSensitiveContractTest.make(effects, Isolation.SERIALIZABLE, 8, false);
    }
  }

  @Nested
  class SerializableWithIntervals extends SerializableControlContract {
    @Override
    protected ConcurrencyControl make(Effects effects) {
      return PathSensitiveContractTest.make(effects, Isolation.SERIALIZABLE, 8, true);
    }
  }

  @Nested
  class ObjectWithIntervals extends ConcurrencyControlContract {
    @Override
    protected ConcurrencyControl make(Effects effects) {
      return PathSensitiveContractTest.make(effects, Isolation.OBJECT, 8, true);
    }
  }

  @Nested
  class OneInProgress extends SerializableControlContract {
    @Override
    protected ConcurrencyControl make(Effects effects) {
      return PathSensitiveContractTest.make(effects, Isolation.OBJECT, 1, true);
    }
  }
}
