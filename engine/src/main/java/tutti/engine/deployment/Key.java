package tutti.engine.deployment;

import java.util.function.Function;
import tutti.engine.deployment.text.Kind;

/**
 * One key of the deployment file.
 *
 * @param path below {@code tutti}, for instance {@code path-sensitive.max-in-progress}
 * @param kind the values that it may have
 * @param summary its effect, in one sentence
 * @param of its value in given settings
 */
record Key(String path, Kind kind, String summary, Function<Settings, Object> of) {

  /** The value that it has in an untouched deployment. */
  Object usual() {
    return of.apply(Settings.DEFAULT);
  }
}
