package tutti.server.catalog;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tutti.rebel.compile.RebelAction;
import tutti.rebel.compile.RebelApplication;
import tutti.rebel.compile.RebelType;
import tutti.rebel.typed.CheckedCall;
import tutti.rebel.typed.CheckedCondition;
import tutti.rebel.typed.CheckedEvent;
import tutti.rebel.typed.CheckedParameter;
import tutti.rebel.typed.CheckedSpecification;
import tutti.rebel.typed.CheckedSync;
import tutti.rebel.value.ValueRefused;

/** The catalog of a Rebel application. */
public final class RebelCatalog {
  private static final Pattern INFINITY = Pattern.compile("\\bInf\\b");

  private RebelCatalog() {}

  /**
   * @param title names the application for people
   */
  public static Catalog of(String title, RebelApplication application) {
    List<SpecificationEntry> entries = new ArrayList<>();
    for (RebelType type : application.specifications()) {
      entries.add(specification(type, checked(application, type.name())));
    }
    return new Catalog(title, entries, infinite(application));
  }

  /** Whether the word stands in the text: in a comment, it only makes the description wider. */
  private static boolean infinite(RebelApplication application) {
    return INFINITY.matcher(new String(application.source(), StandardCharsets.UTF_8)).find();
  }

  private static CheckedSpecification checked(RebelApplication application, String name) {
    return application.checked().specifications().stream()
        .filter(candidate -> candidate.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static SpecificationEntry specification(RebelType type, CheckedSpecification checked) {
    List<FieldEntry> fields =
        type.checkedFields().stream()
            .map(f -> new FieldEntry(f.name(), f.type(), f.documentation(), f.key()))
            .toList();
    List<EventEntry> events =
        type.events().stream()
            .map(action -> event(action, checked.events().get(action.index())))
            .toList();
    return new SpecificationEntry(
        type, type.documentation(), type.reference().key(), fields, events);
  }

  private static EventEntry event(RebelAction action, CheckedEvent checked) {
    List<String> stages = action.type().stages();
    List<String> from = new ArrayList<>();
    for (int stage = 1; stage < stages.size(); stage++) {
      if (action.target(stage) >= 0) {
        from.add(stages.get(stage));
      }
    }
    List<ParameterEntry> parameters = new ArrayList<>();
    for (int i = 0; i < action.parameters().size(); i++) {
      parameters.add(parameter(action, i));
    }
    List<String> rules =
        Stream.concat(
                checked.preconditions().stream().map(RebelCatalog::rule),
                Stream.concat(
                    checked.sync().stream().map(RebelCatalog::rule),
                    checked.calls().stream().map(RebelCatalog::rule)))
            .toList();
    return new EventEntry(
        action,
        action.internal(),
        action.documentation(),
        parameters,
        from,
        action.creates(),
        rules);
  }

  private static ParameterEntry parameter(RebelAction action, int index) {
    CheckedParameter info = action.parameters().get(index);
    return new ParameterEntry(info.name(), info.type(), standard(action, index));
  }

  /** The default value; none if it cannot be computed, of which the checker has warned. */
  private static Optional<Object> standard(RebelAction action, int index) {
    try {
      // The checker allows no default to read the time, so any time will do.
      return action.defaultArgument(index, Instant.EPOCH);
    } catch (ValueRefused refused) {
      return Optional.empty();
    }
  }

  private static String rule(CheckedCondition condition) {
    return rule("needs", condition.span().text(), condition.documentation());
  }

  private static String rule(CheckedSync sync) {
    return rule("syncs with", sync.span().text(), sync.documentation());
  }

  private static String rule(CheckedCall call) {
    return rule("syncs with", call.span().text(), call.documentation());
  }

  private static String rule(String what, String text, String documentation) {
    String line = what + " `" + text.strip().replaceAll("\\s+", " ") + "`";
    return documentation.isBlank() ? line : documentation.strip() + " (" + line + ")";
  }
}
