package tutti.cli.application;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tutti.cli.command.Urls;
import tutti.engine.relational.RelationalApplication;
import tutti.model.ActorId;
import tutti.model.Application;
import tutti.model.Caller;
import tutti.model.Evaluation;
import tutti.model.Observation;
import tutti.model.Surroundings;
import tutti.model.Unobserved;
import tutti.model.actor.ProcedureType;
import tutti.model.actor.RelationalType;
import tutti.model.form.BadValue;
import tutti.model.form.RecordForm;
import tutti.rebel.compile.RebelAction;
import tutti.rebel.compile.RebelApplication;
import tutti.rebel.compile.RebelType;

/**
 * A request that a new user can copy: an event that creates an instance and is accepted with sample
 * values. The event is found by trying it on an instance to which nothing has happened.
 */
public final class FirstRequest {
  private FirstRequest() {}

  /** Returns a <code>curl</code> command, or an empty text if no simple one was found. */
  public static String of(Application application, String url) {
    return switch (application) {
      case RebelApplication rebel -> of(rebel, url);
      case RelationalApplication java -> of(java, url);
      default -> "";
    };
  }

  /**
   * Returns a call of the first procedure that writes and has arguments, since authors usually
   * write procedures in the order of their use.
   */
  private static String of(RelationalApplication application, String url) {
    for (RelationalType type : application.java().types()) {
      for (ProcedureType procedure : type.procedures()) {
        if (!procedure.internal() && !procedure.query() && procedure.parameters().size() > 0) {
          Object example = new RecordForm(procedure.parameters()).example();
          return curl(url, type.name(), "a", procedure.name(), example);
        }
      }
    }
    return "";
  }

  /**
   * Returns a <code>curl</code> command that works on empty data, or an empty text if no simple one
   * was found.
   */
  public static String of(RebelApplication application, String url) {
    Instant now = Instant.now();
    LocalDate today = LocalDate.ofInstant(now, ZoneOffset.UTC);
    String found = "";
    int fewest = Integer.MAX_VALUE;
    for (RebelType type : application.specifications()) {
      String key = SampleValues.key(type.reference(), today);
      for (RebelAction action : type.events()) {
        Map<String, Object> arguments = SampleValues.arguments(action, today);
        // An example with a parameter shows more than one without.
        int rank = arguments.isEmpty() ? Integer.MAX_VALUE - 1 : arguments.size();
        if (action.creates()
            && !action.internal()
            && rank < fewest
            && works(type, key, action, arguments, now)) {
          fewest = rank;
          found = curl(url, type.name(), Urls.part(key), action.name(), arguments);
        }
      }
    }
    return found;
  }

  private static String curl(
      String url, String type, String key, String action, @Nullable Object arguments) {
    return "curl %s/%s/%s/%s --json '%s'".formatted(url, type, key, action, json(arguments));
  }

  private static boolean works(
      RebelType type, String key, RebelAction action, Map<String, Object> arguments, Instant now) {
    try {
      Evaluation evaluation =
          action.evaluate(type.blank(key), action.arguments(arguments, now), new Alone(now));
      return evaluation instanceof Evaluation.Accepted accepted && accepted.partners().isEmpty();
    } catch (BadValue | Unobserved | IllegalArgumentException notThisOne) {
      return false;
    }
  }

  /** Surroundings without any other instance. */
  private record Alone(Instant now) implements Surroundings {
    @Override
    public Caller caller() {
      return Caller.NOBODY;
    }

    @Override
    public @Nullable Object observe(ActorId other, Observation what) {
      throw new Unobserved(other, what);
    }
  }

  /** Returns a tree of values as JSON, for a person. */
  static String json(@Nullable Object tree) {
    return switch (tree) {
      case Map<?, ?> map ->
          map.entrySet().stream()
              .map(entry -> json(String.valueOf(entry.getKey())) + ": " + json(entry.getValue()))
              .collect(Collectors.joining(", ", "{", "}"));
      case Iterable<?> list -> {
        StringBuilder text = new StringBuilder("[");
        list.forEach(item -> text.append(text.length() > 1 ? ", " : "").append(json(item)));
        yield text.append("]").toString();
      }
      case String text -> "\"" + text + "\"";
      case null, default -> String.valueOf(tree);
    };
  }
}
