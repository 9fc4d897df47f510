package tutti.engine.deployment;

import com.typesafe.config.ConfigValue;
import java.util.ArrayList;
import java.util.List;
import tutti.engine.deployment.Reading.Problem;

/**
 * The problems of one file, as far as they are found. Used by one thread.
 *
 * @param file its name, for people
 */
record Problems(String file, List<Problem> found) {
  Problems(String file) {
    this(file, new ArrayList<>());
  }

  /**
   * Adds a problem of the file as a whole.
   *
   * @param message as {@link String#format} has it
   */
  void add(String message, Object... parts) {
    found.add(new Problem(file, message.formatted(parts)));
  }

  /**
   * Adds a problem of one value.
   *
   * @param message as {@link String#format} has it
   */
  void at(ConfigValue value, String message, Object... parts) {
    found.add(new Problem(DeploymentReader.place(value.origin(), file), message.formatted(parts)));
  }
}
