package tutti.model.actor;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tutti.model.codec.RecordCodec;
import tutti.model.codec.ResultTypes;
import tutti.model.codec.TypeCodec;
import tutti.model.outside.OutsideService;

/** Checks an application as a whole, and collects all its mistakes. */
final class ApplicationChecker {
  private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_-]*");

  /**
   * The first parts of the service's own paths. A type of that name would hide them, or could not
   * be reached: whoever asks for {@code /ready} would be shown its actors. The specifications of
   * Rebel begin with a capital.
   */
  private static final Set<String> OF_SERVICE =
      Set.of("backups", "health", "metrics", "ready", "shards", "transactions");

  private final List<String> mistakes = new ArrayList<>();

  List<String> mistakes() {
    return mistakes;
  }

  List<RelationalType> check(
      String name, List<ActorChecker.Named> actors, List<Class<?>> procedures) {
    if (!NAME.matcher(name).matches()) {
      mistakes.add(unusable("the application's name", name));
    }
    List<ActorChecker.Checked> checked = new ArrayList<>();
    Set<String> names = new HashSet<>();
    Set<Class<?>> classes = new HashSet<>();
    for (ActorChecker.Named actor : actors) {
      if (!NAME.matcher(actor.name()).matches()) {
        mistakes.add(unusable("the actor type's name", actor.name()));
      } else if (OF_SERVICE.contains(actor.name())) {
        mistakes.add(
            "the actor type's name \"%s\" is a path of the service itself, /%s: choose another name"
                .formatted(actor.name(), actor.name()));
      }
      if (!names.add(actor.name())) {
        mistakes.add("two actor types are called " + actor.name() + ": rename one");
      }
      ActorChecker.Checked one = ActorChecker.check(actor, mistakes);
      if (one != null && classes.add(one.type())) {
        checked.add(one);
      } else if (one != null) {
        mistakes.add(
            one.type().getSimpleName()
                + " is the class of two actor types: extend it, and give each type a class");
      }
    }
    if (actors.isEmpty()) {
      mistakes.add("it has no actor types: name them by actor(\"Name\", Name::new)");
    }
    List<Owned> owned = procedures(procedures, checked);
    return checked.stream().map(actor -> type(actor, owned)).toList();
  }

  /** Checks that the log can name each service so that it is found again. */
  void services(List<OutsideService> services) {
    Set<Class<?>> classes = new HashSet<>();
    for (OutsideService service : services) {
      Class<?> type = service.getClass();
      if (type.isAnonymousClass() || type.isLocalClass() || type.isHidden()) {
        mistakes.add(
            "the service "
                + type.getName()
                + " has a class without a lasting name: write a class of its own, for the log names"
                + " it");
      } else if (!classes.add(type)) {
        mistakes.add("two services are of class " + type.getName() + ": name one of each class");
      }
    }
  }

  /**
   * Returns a query that tools add, under a name that tools choose.
   *
   * @throws IllegalArgumentException if the record cannot be a query
   */
  static ProcedureType query(String name, Class<? extends Query<Actor, ?>> record) {
    RecordCodec<?> parameters = RecordCodec.of(record.asSubclass(Record.class));
    ResultTypes.Result result = ResultTypes.of(TypeArguments.of(record).result(), name);
    if (!result.mistakes().isEmpty()) {
      throw new IllegalArgumentException(String.join("; ", result.mistakes()));
    }
    return new ProcedureType(name, parameters, result.codec(), true);
  }

  private static String unusable(String what, String name) {
    return ("%s \"%s\" cannot stand in a URL: begin it with a letter, and go on with"
            + " letters, digits, - and _")
        .formatted(what, name);
  }

  private record Owned(Class<?> actor, ProcedureType procedure) {}

  private RelationalType type(ActorChecker.Checked actor, List<Owned> owned) {
    List<ProcedureType> procedures = new ArrayList<>();
    Set<String> names = new HashSet<>();
    for (Owned each : owned) {
      if (each.actor().isAssignableFrom(actor.type())) {
        procedures.add(each.procedure());
        if (!names.add(each.procedure().name())) {
          mistakes.add(
              actor.name()
                  + " has two procedures called "
                  + each.procedure().name()
                  + ": rename one");
        }
      }
    }
    return new RelationalType(
        actor.name(), actor.type(), actor.supplier(), actor.relations(), List.copyOf(procedures));
  }

  private List<Owned> procedures(List<Class<?>> classes, List<ActorChecker.Checked> actors) {
    List<Owned> owned = new ArrayList<>();
    Set<Class<?>> seen = new HashSet<>();
    for (Class<?> type : classes) {
      if (!seen.add(type)) {
        mistakes.add("procedure " + type.getSimpleName() + " is named twice: once is enough");
      } else {
        Owned one = procedure(type, actors);
        if (one != null) {
          owned.add(one);
        }
      }
    }
    return owned;
  }

  private @Nullable Owned procedure(Class<?> type, List<ActorChecker.Checked> actors) {
    String name = type.getSimpleName();
    if (!type.isRecord()) {
      mistakes.add(
          "procedure " + name + " is no record: make it one, with the arguments as its components");
      return null;
    }
    TypeArguments arguments = TypeArguments.of(type);
    Class<?> actor = arguments.actor();
    if (actor == null || actors.stream().noneMatch(each -> actor.isAssignableFrom(each.type()))) {
      mistakes.add(
          "procedure "
              + name
              + " runs on "
              + (actor == null ? "no actor type that it names" : actor.getSimpleName())
              + ", which is not in the application: add it by actor(…); it has "
              + actors.stream().map(ActorChecker.Checked::name).collect(Collectors.joining(", ")));
      return null;
    }
    if (type.isAnnotationPresent(Internal.class) && type.isAnnotationPresent(Public.class)) {
      mistakes.add(
          "procedure "
              + name
              + " is @Internal, which no client may call, and @Public: keep one of them");
    }
    RecordCodec.Reading<?> parameters = RecordCodec.read(type.asSubclass(Record.class));
    parameters.mistakes().forEach(mistake -> mistakes.add("procedure " + mistake));
    ResultTypes.Result result =
        ResultTypes.of(arguments.result(), "procedure " + name + ": its result");
    mistakes.addAll(result.mistakes());
    TypeCodec<Object> codec = result.codec();
    RecordCodec<?> record = parameters.codec();
    return record == null
        ? null
        : new Owned(
            actor, new ProcedureType(name, record, codec, Query.class.isAssignableFrom(type)));
  }
}
