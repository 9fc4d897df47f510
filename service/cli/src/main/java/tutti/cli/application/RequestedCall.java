package tutti.cli.application;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tutti.cli.command.ExitStatus;
import tutti.cli.command.Failure;
import tutti.engine.relational.ProcedureAction;
import tutti.model.Action;
import tutti.model.ActorId;
import tutti.model.ActorType;
import tutti.model.Application;
import tutti.model.Call;
import tutti.model.actor.Procedure;
import tutti.model.form.BadValue;
import tutti.model.form.RecordForm;
import tutti.model.text.NearestName;
import tutti.server.json.BadJson;
import tutti.server.json.JsonInput;

/** Calls of procedures as a command line names them, with arguments as the service takes them. */
final class RequestedCall {
  private RequestedCall() {}

  /**
   * Returns a call of a procedure.
   *
   * @param flag the flag that has the arguments, for messages
   * @param name the type and the procedure: {@code Exchange.AuthPay}
   * @param arguments a JSON object, or null for none
   * @throws Failure if there is no such procedure, or the key or the arguments do not fit
   */
  static Call of(
      Application application, String flag, String name, String key, @Nullable String arguments) {
    String typeName = name.replaceFirst("\\..*", "");
    ActorType type = application.type(typeName);
    if (type == null) {
      List<String> types = Applications.names(application);
      throw wrong(
          flag,
          "there is no type '"
              + typeName
              + "'"
              + meant(typeName, types)
              + "; there are "
              + String.join(", ", types));
    }
    String procedure = name.substring(Math.min(name.length(), typeName.length() + 1));
    Action action = type.action(procedure);
    if (action == null) {
      List<String> actions =
          type.actions().stream().map(Action::name).filter(it -> !it.startsWith("#")).toList();
      throw wrong(
          flag,
          typeName
              + " has no '"
              + procedure
              + "'"
              + meant(procedure, actions)
              + "; it has "
              + String.join(", ", actions));
    }
    if (!(action instanceof ProcedureAction known)) {
      throw wrong(
          flag,
          name
              + " is an event of a specification: times are predicted for procedures of actors in"
              + " Java, whose calls may overlap; 'tutti explain' without --args shows its partners");
    }
    String fault = ActorId.keyFault(key);
    if (fault != null) {
      throw wrong(flag, "no " + typeName + " has the key '" + key + "': a key " + fault);
    }
    RecordForm form = new RecordForm(known.procedure().parameters());
    String example = FirstRequest.json(form.example());
    try {
      Object read = form.read(arguments == null ? Map.of() : tree(arguments));
      return known.call(new ActorId(typeName, key), (Procedure<?, ?>) read);
    } catch (BadJson broken) {
      throw wrong(flag, broken.faults().getFirst().detail() + "; " + name + " takes " + example);
    } catch (BadValue bad) {
      throw wrong(
          flag,
          (bad.path().isEmpty() ? "" : bad.path() + ": ")
              + "expected "
              + bad.expected()
              + ", found "
              + bad.found()
              + "; "
              + name
              + " takes "
              + example);
    }
  }

  /**
   * Returns the call that a text is, as requests to a service are written: {@code
   * Exchange/main/Open {"limit": 100}}.
   *
   * @throws Failure as {@link #of}
   */
  static Call parse(Application application, String flag, String text) {
    int space = text.indexOf(' ');
    String path = space < 0 ? text : text.substring(0, space);
    int first = path.indexOf('/');
    int last = path.lastIndexOf('/');
    if (first <= 0 || last <= first + 1 || last == path.length() - 1) {
      throw wrong(
          flag,
          "'"
              + text
              + "' is no TYPE/KEY/PROCEDURE JSON, as in 'Exchange/main/Open {\"limit\": 5}'");
    }
    return of(
        application,
        flag,
        path.substring(0, first) + "." + path.substring(last + 1),
        path.substring(first + 1, last),
        space < 0 ? null : text.substring(space + 1));
  }

  private static @Nullable Object tree(String json) throws BadJson {
    byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
    try (JsonInput input = new JsonInput(bytes, bytes.length)) {
      input.next();
      Object tree = input.tree();
      input.end();
      return tree;
    }
  }

  private static String meant(String wrong, List<String> known) {
    return NearestName.among(known, wrong).map(name -> " (did you mean " + name + "?)").orElse("");
  }

  private static Failure wrong(String flag, String message) {
    return new Failure(ExitStatus.USAGE, flag + ": " + message);
  }
}
