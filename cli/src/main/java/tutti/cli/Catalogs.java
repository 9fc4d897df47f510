package tutti.cli;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tutti.rebel.check.CheckedCondition;
import tutti.rebel.check.CheckedEvent;
import tutti.rebel.check.CheckedSpecification;
import tutti.rebel.check.CheckedSync;
import tutti.rebel.compile.ParameterInfo;
import tutti.rebel.compile.RebelAction;
import tutti.rebel.compile.RebelApplication;
import tutti.rebel.compile.RebelType;
import tutti.rebel.value.BadValue;
import tutti.server.catalog.Catalog;
import tutti.server.catalog.EventEntry;
import tutti.server.catalog.FieldEntry;
import tutti.server.catalog.ParameterEntry;
import tutti.server.catalog.SpecificationEntry;

/** Shows a Rebel application to the server. */
final class Catalogs {
  private Catalogs() {}

  static Catalog of(String title, RebelApplication application) {
    List<SpecificationEntry> entries = new ArrayList<>();
    for (RebelType type : application.specifications()) {
      CheckedSpecification checked =
          application.checked().specifications().stream()
              .filter(candidate -> candidate.name().equals(type.name()))
              .findFirst()
              .orElseThrow();
      entries.add(
          new SpecificationEntry(
              type,
              type.documentation(),
              type.reference().key(),
              type.fieldInfos().stream()
                  .map(f -> new FieldEntry(f.name(), f.type(), f.documentation(), f.key()))
                  .toList(),
              type.events().stream()
                  .map(action -> event(type, action, checked.events().get(action.index())))
                  .toList()));
    }
    return new Catalog(title, entries);
  }

  private static EventEntry event(RebelType type, RebelAction action, CheckedEvent checked) {
    List<String> from = new ArrayList<>();
    for (int stage = 1; stage < type.stages().size(); stage++) {
      if (action.target(stage) >= 0) {
        from.add(type.stages().get(stage));
      }
    }
    List<String> rules =
        Stream.concat(
                checked.preconditions().stream().map(Catalogs::rule),
                checked.sync().stream().map(Catalogs::rule))
            .toList();
    return new EventEntry(
        action, action.documentation(), parameters(action), from, action.creates(), rules);
  }

  private static String rule(CheckedCondition condition) {
    return rule("needs", condition.span().text(), condition.documentation());
  }

  private static String rule(CheckedSync sync) {
    return rule("syncs with", sync.span().text(), sync.documentation());
  }

  private static String rule(String what, String text, String documentation) {
    String said = documentation.isBlank() ? "" : " (" + documentation.strip() + ")";
    return what + " " + text.strip().replaceAll("\\s+", " ") + said;
  }

  private static List<ParameterEntry> parameters(RebelAction action) {
    Instant now = Instant.now();
    LocalDate today = LocalDate.ofInstant(now, ZoneOffset.UTC);
    List<Object> values;
    try {
      values = action.arguments(Samples.arguments(action, today), now);
    } catch (BadValue wrong) {
      throw new IllegalStateException("a sample does not fit " + action + ": " + wrong, wrong);
    }
    List<ParameterEntry> entries = new ArrayList<>();
    for (int i = 0; i < values.size(); i++) {
      ParameterInfo parameter = action.parameters().get(i);
      entries.add(
          new ParameterEntry(
              parameter.name(),
              parameter.type(),
              parameter.defaultText().isPresent() ? Optional.of(values.get(i)) : Optional.empty()));
    }
    return entries;
  }
}
