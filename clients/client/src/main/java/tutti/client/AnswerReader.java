package tutti.client;

import java.time.Duration;
import java.util.AbstractList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tutti.embedded.Connection;
import tutti.embedded.UnreadableResultException;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.node.Node.Instance;
import tutti.engine.relational.ProcedureAction;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.Reason;
import tutti.model.ActorId;
import tutti.model.ActorState;
import tutti.model.Call;
import tutti.model.Refusal;
import tutti.model.codec.TypeCodec;
import tutti.model.form.BadValue;
import tutti.model.form.ValueForm;
import tutti.rebel.compile.RebelType;
import tutti.rebel.form.JsonForm;
import tutti.rebel.typed.CheckedField;

/** Reads the documents of the service as the values that an embedded node would give. */
final class AnswerReader {
  private AnswerReader() {}

  /** The transaction that a document names. */
  static TransactionId transaction(Map<String, @Nullable Object> tree) {
    TransactionId id = TransactionId.parse(JsonTree.text(tree, "transaction"));
    return id == null ? Connection.UNNAMED : id;
  }

  /**
   * Returns what the answer to a batch tells of each item, by their places; null if it is no answer
   * to a batch, and so tells the same of all.
   */
  @SuppressWarnings("unchecked") // the names of objects that were read are texts
  static @Nullable Map<Integer, TryEnd> items(TryEnd reply) {
    if (!(reply instanceof TryEnd.Document document)
        || !(document.tree().get("items") instanceof List<?> list)) {
      return null;
    }
    Map<Integer, TryEnd> items = new HashMap<>();
    for (Object each : list) {
      if (each instanceof Map<?, ?> item
          && item.get("index") instanceof Long index
          && item.get("status") instanceof Long status) {
        Map<String, @Nullable Object> tree = (Map<String, @Nullable Object>) item;
        Optional<String> age =
            Optional.of(JsonTree.text(tree, "snapshotAge")).filter(text -> !text.isEmpty());
        items.put(index.intValue(), new TryEnd.Document(status.intValue(), tree, age));
      }
    }
    return items;
  }

  /** The outcome of a request with those calls that has committed. */
  static Outcome committed(TryEnd.Document document, List<Call> calls) {
    List<?> events = document.tree().get("events") instanceof List<?> list ? list : List.of();
    TransactionId id = transaction(document.tree());
    Duration age =
        document
            .age()
            .filter(text -> text.matches("[0-9]{1,15}ms"))
            .map(text -> Duration.ofMillis(Long.parseLong(text.substring(0, text.length() - 2))))
            .orElse(null);
    return new Outcome.Committed(id, new Results(id, calls, events), age);
  }

  /** The results of calls, each read when it is asked for. */
  private static final class Results extends AbstractList<@Nullable Object> {
    private final TransactionId transaction;
    private final List<Call> calls;
    private final List<?> events;

    Results(TransactionId transaction, List<Call> calls, List<?> events) {
      this.transaction = transaction;
      this.calls = calls;
      this.events = events;
    }

    @Override
    public int size() {
      return calls.size();
    }

    /**
     * @throws UnreadableResultException if the service's procedure has another result than the
     *     client's, or an older version of the service's application has given the result
     */
    @Override
    public @Nullable Object get(int index) {
      Map<?, ?> event =
          index < events.size() && events.get(index) instanceof Map<?, ?> it ? it : Map.of();
      if (event.get("formerResult") instanceof String former) {
        throw unreadable(index, "cannot be read: it is " + former, null);
      }
      TypeCodec<Object> codec =
          calls.get(index).action() instanceof ProcedureAction action
              ? action.procedure().result()
              : null;
      if (codec == null) {
        return null;
      }
      ValueForm form = ValueForm.ofAnswer(codec);
      Object tree = event.get("result");
      try {
        return tree == null ? form.absent().orElse(null) : form.read(tree);
      } catch (BadValue bad) {
        throw unreadable(
            index,
            "is not as this client's application has it: expected %s, found %s"
                .formatted(bad.expected(), bad.found()),
            bad);
      }
    }

    private UnreadableResultException unreadable(int index, String why, @Nullable Throwable cause) {
      return new UnreadableResultException(
          transaction.equals(Connection.UNNAMED) ? "" : transaction.toString(),
          calls.get(index).action().name(),
          why,
          cause);
    }
  }

  /**
   * Returns the reason of an abort, read from a problem document.
   *
   * @param key the key of the request; empty if it is not known
   */
  static Reason reason(Map<String, @Nullable Object> problem, String key) {
    String code = JsonTree.text(problem, "code");
    String detail = JsonTree.text(problem, "detail");
    if (code.equals("idempotency-key-reused")) {
      return new Reason.KeyReused(key);
    }
    String type = JsonTree.text(problem, "specification");
    String action = JsonTree.text(problem, "event");
    if (type.isEmpty() || action.isEmpty()) {
      return new Reason.Unavailable(code, detail);
    }
    Map<String, String> values = new LinkedHashMap<>();
    JsonTree.object(problem, "values")
        .forEach((name, value) -> values.put(name, String.valueOf(value)));
    return new Reason.Refused(
        new ActorId(type, JsonTree.text(problem, "key")),
        action,
        new Refusal.Told(
            code,
            detail,
            textOrNull(problem, "documentation"),
            textOrNull(problem, "rule"),
            textOrNull(problem, "path"),
            values));
  }

  private static @Nullable String textOrNull(Map<String, @Nullable Object> tree, String member) {
    return tree.get(member) instanceof String text ? text : null;
  }

  /**
   * An instance of a specification.
   *
   * @throws BadValue if the service's specification has other states or fields than the client's
   */
  static Instance instance(RebelType type, ActorId id, Map<String, @Nullable Object> tree)
      throws BadValue {
    String state = JsonTree.text(tree, "state");
    int stage = type.stages().indexOf(state);
    if (stage < 0 || !(tree.get("version") instanceof Long version)) {
      throw new BadValue("/state", "one of " + type.stages(), state);
    }
    Map<String, @Nullable Object> given = JsonTree.object(tree, "fields");
    List<CheckedField> fields = type.checkedFields();
    @Nullable Object[] values = new @Nullable Object[fields.size()];
    for (int i = 0; i < values.length; i++) {
      Object value = given.get(fields.get(i).name());
      values[i] =
          value == null
              ? null
              : Objects.requireNonNull(JsonForm.readAnswer(fields.get(i).type(), value));
    }
    return new Instance(id, new ActorState(stage, values), version);
  }
}
