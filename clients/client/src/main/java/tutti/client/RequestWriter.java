package tutti.client;

import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;
import tutti.engine.relational.ProcedureAction;
import tutti.model.Call;
import tutti.model.form.RecordForm;
import tutti.model.text.JsonText;
import tutti.rebel.compile.RebelAction;
import tutti.rebel.form.JsonForm;

/** Writes the bodies of {@code POST /transactions} and of batches. Thread-safe. */
final class RequestWriter {
  private static final byte[] BATCH = "{\"transactions\":[".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] NULL = "null".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] END = "]}".getBytes(StandardCharsets.US_ASCII);

  private final Map<ProcedureAction, RecordForm> forms = new ConcurrentHashMap<>();

  byte[] body(List<Call> calls) {
    List<Object> events = new ArrayList<>(calls.size());
    for (Call call : calls) {
      Map<String, @Nullable Object> event = new LinkedHashMap<>();
      event.put("specification", call.target().type());
      event.put("key", call.target().key());
      event.put("event", call.action().name());
      event.put("arguments", arguments(call));
      events.add(event);
    }
    return JsonText.bytes(Map.of("events", events));
  }

  /**
   * Returns the body of a batch. A request that is left out keeps its place, and the key of its
   * place: in its stead stands what the service refuses by itself.
   *
   * @param bodies of the requests
   * @param sent whether the request at a place is sent
   */
  static byte[] batch(List<byte[]> bodies, IntPredicate sent) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(BATCH);
    for (int i = 0; i < bodies.size(); i++) {
      if (i > 0) {
        out.write(',');
      }
      out.writeBytes(sent.test(i) ? bodies.get(i) : NULL);
    }
    out.writeBytes(END);
    return out.toByteArray();
  }

  private Object arguments(Call call) {
    return switch (call.action()) {
      case ProcedureAction procedure ->
          digits(
              forms
                  .computeIfAbsent(
                      procedure, action -> new RecordForm(action.procedure().parameters()))
                  .write(call.arguments().getFirst()));
      case RebelAction event -> {
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        for (int i = 0; i < event.parameters().size(); i++) {
          var parameter = event.parameters().get(i);
          values.put(parameter.name(), JsonForm.write(parameter.type(), call.arguments().get(i)));
        }
        yield values;
      }
      default -> throw new IllegalArgumentException("a call of unknown kind: " + call);
    };
  }

  /** Returns the tree with long numbers as texts, in which the service takes more digits. */
  private static Object digits(Object tree) {
    return switch (tree) {
      case BigDecimal number -> number.toString();
      case BigInteger number -> number.toString();
      case List<?> list -> {
        List<@Nullable Object> elements = new ArrayList<>(list.size());
        list.forEach(each -> elements.add(each == null ? null : digits(each)));
        yield elements;
      }
      case Map<?, ?> map -> {
        Map<Object, @Nullable Object> members = new LinkedHashMap<>();
        map.forEach((name, each) -> members.put(name, each == null ? null : digits(each)));
        yield members;
      }
      default -> tree;
    };
  }
}
