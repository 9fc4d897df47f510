package tutti.testkit;

import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.platform.engine.discovery.ClassSelector;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import tutti.embedded.Tutti;
import tutti.model.actor.JavaApplication;

/** The steps of {@link GuidePageTest} that need the page's classes. */
public final class GuideSteps {
  private GuideSteps() {}

  /** The results of the methods of {@code More}, on the data and under the deployment given. */
  public static List<String> more(Path deployment, Path data) throws Exception {
    JavaApplication application =
        (JavaApplication)
            Class.forName("exchange.ExchangeApplication").getMethod("application").invoke(null);
    try (Tutti tutti =
        Tutti.builder().application(application).deployment(deployment).data(data).open()) {
      List<String> given = new ArrayList<>();
      for (String method : List.of("later", "once", "once", "together", "asMuchAsPossible")) {
        Method called = Class.forName("exchange.More").getDeclaredMethod(method, Tutti.class);
        called.setAccessible(true);
        Object result = called.invoke(null, tutti);
        given.add(
            String.valueOf(result instanceof CompletableFuture<?> later ? later.join() : result));
      }
      return given;
    }
  }

  /** Runs classes of tests; returns the failures, and at the end the number of successes. */
  public static List<String> tests(String... types) throws ClassNotFoundException {
    ClassLoader loader = Thread.currentThread().getContextClassLoader();
    List<ClassSelector> selectors = new ArrayList<>();
    for (String type : types) {
      selectors.add(DiscoverySelectors.selectClass(Class.forName(type, true, loader)));
    }
    SummaryGeneratingListener summary = new SummaryGeneratingListener();
    LauncherFactory.create()
        .execute(LauncherDiscoveryRequestBuilder.request().selectors(selectors).build(), summary);
    List<String> told = new ArrayList<>();
    summary.getSummary().getFailures().forEach(each -> told.add(each.getException().toString()));
    told.add(summary.getSummary().getTestsSucceededCount() + " succeeded");
    return told;
  }
}
