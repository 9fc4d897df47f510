package tutti.engine.concurrency;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class ForwardingControlTest {

  /**
   * A method that has a default is easily forgotten, and then the other control does half of its
   * work.
   */
  @Test
  void forwardsWhateverAControlIsAsked() {
    for (Method method : ConcurrencyControl.class.getDeclaredMethods()) {
      assertThat(Arrays.stream(ForwardingControl.class.getDeclaredMethods()))
          .as("%s", method)
          .anyMatch(
              own ->
                  own.isDefault()
                      && own.getName().equals(method.getName())
                      && Arrays.equals(own.getParameterTypes(), method.getParameterTypes()));
    }
  }
}
