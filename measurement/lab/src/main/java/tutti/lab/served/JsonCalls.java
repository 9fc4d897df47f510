package tutti.lab.served;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tutti.engine.relational.ProcedureAction;
import tutti.engine.relational.ProcedureResult;
import tutti.model.Call;
import tutti.model.codec.TypeCodec;
import tutti.model.form.BadValue;
import tutti.model.form.RecordForm;
import tutti.model.form.ValueForm;
import tutti.model.text.JsonText;

/** Calls of procedures in the JSON of {@code POST /transactions}, and their results. */
public final class JsonCalls {
  private static final JsonMapper JSON =
      JsonMapper.builder().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS).build();

  private JsonCalls() {}

  /** Returns the body of the request that makes these calls as one transaction. */
  public static String body(List<Call> calls) {
    List<Object> events = new ArrayList<>(calls.size());
    for (Call call : calls) {
      Map<String, @Nullable Object> event = new LinkedHashMap<>();
      event.put("specification", call.target().type());
      event.put("key", call.target().key());
      event.put("event", call.action().name());
      event.put(
          "arguments",
          new RecordForm(procedure(call).procedure().parameters())
              .write(call.arguments().getFirst()));
      events.add(event);
    }
    return JsonText.of(Map.of("events", events));
  }

  private static ProcedureAction procedure(Call call) {
    if (call.action() instanceof ProcedureAction procedure) {
      return procedure;
    }
    throw new IllegalArgumentException("a call of an event, and not of a procedure: " + call);
  }

  /**
   * Returns the results of calls, each a {@link ProcedureResult}, as an outcome has them.
   *
   * @param answer the body of the answer that they have committed
   * @throws IllegalStateException if a result is not of its procedure's type
   */
  public static List<@Nullable Object> results(List<Call> calls, String answer) {
    Map<?, ?> document = JSON.readValue(answer, Map.class);
    List<?> events = document.get("events") instanceof List<?> list ? list : List.of();
    List<@Nullable Object> results = new ArrayList<>(calls.size());
    for (int i = 0; i < calls.size(); i++) {
      Call call = calls.get(i);
      TypeCodec<Object> codec = procedure(call).procedure().result();
      Object tree =
          i < events.size() && events.get(i) instanceof Map<?, ?> event
              ? event.get("result")
              : null;
      results.add(
          new ProcedureResult(
              call.target().type(),
              call.action().name(),
              codec == null ? null : read(ValueForm.ofAnswer(codec), tree)));
    }
    return results;
  }

  private static @Nullable Object read(ValueForm form, @Nullable Object tree) {
    try {
      return tree == null ? form.absent().orElse(null) : form.read(tree);
    } catch (BadValue bad) {
      throw new IllegalStateException("a result is no " + form.expected() + ": " + tree, bad);
    }
  }
}
