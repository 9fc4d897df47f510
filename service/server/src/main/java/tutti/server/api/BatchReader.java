package tutti.server.api;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JsonToken;
import tutti.engine.node.RunningBatch;
import tutti.engine.transaction.submission.RequestFingerprint;
import tutti.engine.transaction.submission.TransactionRequest.Idempotency;
import tutti.model.Call;
import tutti.model.ValueCodec;
import tutti.server.access.Entrant;
import tutti.server.http.WholeRequest;
import tutti.server.json.BadJson;
import tutti.server.json.JsonInput;

/**
 * Reads the body of {@code POST /transactions/batch}: the array of a JSON object, or one
 * transaction on each line. An item that is wrong keeps its number, and says nothing of the others.
 */
final class BatchReader {
  /** The greatest number of transactions in one batch. */
  static final int MOST_ITEMS = RunningBatch.MOST;

  private static final String MEMBER = "transactions";
  private static final String SHAPE =
      "{\"transactions\": [{\"event\": [specification, key, event], \"arguments\"}, …]}";

  private static final Logger LOG = LoggerFactory.getLogger(BatchReader.class);

  private final Entrant by;
  private final @Nullable String key;
  private final ValueCodec codec;
  private final BooleanSupplier over;

  /**
   * @param by who sent the batch
   * @param key of the batch, as the nodes keep it; null if it has none
   * @param codec of the application
   * @param over whether the batch was answered before it was read, and is read no further
   */
  BatchReader(Entrant by, @Nullable String key, ValueCodec codec, BooleanSupplier over) {
    this.by = by;
    this.key = key;
    this.codec = codec;
    this.over = over;
  }

  /**
   * One transaction of a batch.
   *
   * @param calls empty if it is wrong
   * @param single whether it is one event, and not a list of them
   * @param idempotency its key; null if the batch has none
   * @param bytes the length of its text
   * @param wrong its problem; null for one that can be run
   */
  record Item(
      List<Call> calls,
      boolean single,
      @Nullable Idempotency idempotency,
      int bytes,
      @Nullable ProblemDocument wrong) {

    /** Returns an item that cannot be run. */
    static Item wrong(ProblemDocument problem, int bytes) {
      return new Item(List.of(), true, null, bytes, problem);
    }
  }

  /** The text of an item, or why it has none that can be read. */
  private record Text(byte[] bytes, @Nullable BadJson wrong) {
    /** In the place of a text that has been read. */
    static final Text READ = new Text(new byte[0], null);
  }

  /**
   * Reads a batch.
   *
   * @param lines whether each line is an item; empty lines are none
   * @throws BadJson if the body as a whole cannot be read: then none of its items may run
   */
  List<Item> read(WholeRequest request, boolean lines) throws BadJson {
    List<Text> texts = lines ? lines(request) : elements(request);
    if (texts.isEmpty()) {
      throw new BadJson(
          "no-transactions",
          lines ? "" : "/" + MEMBER,
          "there is no transaction; expected 1 to " + MOST_ITEMS);
    }
    List<Item> items = new ArrayList<>(texts.size());
    for (int i = 0; i < texts.size() && !over.getAsBoolean(); i++) {
      items.add(item(i, texts.set(i, Text.READ)));
    }
    return items;
  }

  private Item item(int index, Text text) {
    byte[] bytes = text.bytes;
    try {
      if (text.wrong != null) {
        throw text.wrong;
      }
      boolean single = !TransactionReader.hasEvents(bytes, bytes.length);
      TransactionReader reader = new TransactionReader(by, bytes, bytes.length);
      List<Call> calls;
      if (single) {
        calls = List.of(reader.readOne());
      } else {
        reader.runsCode();
        calls = reader.read();
      }
      return new Item(calls, single, idempotency(index, calls, single, bytes), bytes.length, null);
    } catch (BadJson wrong) {
      return Item.wrong(ProblemDocument.of(wrong), bytes.length);
    } catch (BadRequest wrong) {
      return Item.wrong(wrong.problem(), bytes.length);
    } catch (RuntimeException | StackOverflowError bug) {
      LOG.error("item {} of a batch cannot be read", index, bug);
      return Item.wrong(
          Exchange.bug("it cannot be read, and was not begun: the server's log has the reason"),
          bytes.length);
    }
  }

  private @Nullable Idempotency idempotency(
      int index, List<Call> calls, boolean single, byte[] text) throws BadJson {
    return key == null
        ? null
        : RequestFingerprint.of(
            Idempotency.keyOfItem(key, index), calls, single, codec, written(text, single));
  }

  private static List<?> written(byte[] text, boolean single) throws BadJson {
    try (JsonInput in = new JsonInput(text, text.length)) {
      in.next();
      Map<?, ?> item = (Map<?, ?>) Objects.requireNonNull(in.tree());
      return single
          ? List.of(TransactionRoutes.arguments(item.get("arguments")))
          : TransactionRoutes.arguments(item);
    }
  }

  private static List<Text> lines(WholeRequest request) throws BadJson {
    List<Text> lines = new ArrayList<>();
    int begin = 0;
    while (begin < request.length()) {
      int end = begin;
      while (end < request.length() && request.body()[end] != '\n') {
        end++;
      }
      byte[] line = Arrays.copyOfRange(request.body(), begin, end);
      if (!isBlank(line)) {
        add(lines, new Text(line, null), "");
      }
      begin = end + 1;
    }
    return lines;
  }

  private static boolean isBlank(byte[] line) {
    for (byte each : line) {
      if (each != ' ' && each != '\t' && each != '\r') {
        return false;
      }
    }
    return true;
  }

  private static List<Text> elements(WholeRequest request) throws BadJson {
    try (JsonInput in = new JsonInput(request.body(), request.length())) {
      List<Text> elements = new ArrayList<>();
      if (in.next() != JsonToken.START_OBJECT) {
        throw new BadJson("wrong-type", "", "expected " + SHAPE + ", found " + in.kind());
      }
      boolean seen = false;
      while (in.next() == JsonToken.PROPERTY_NAME) {
        String name = in.name();
        JsonToken token = in.next();
        if (!name.equals(MEMBER)) {
          in.fault("unknown-field", "unknown field '" + name + "'; expected " + SHAPE);
          in.skip();
        } else if (seen) {
          in.fault("duplicate-field", "the field '" + name + "' stands twice");
          in.skip();
        } else if (token != JsonToken.START_ARRAY) {
          in.fault("wrong-type", "expected an array, found " + in.kind());
          in.skip();
          seen = true;
        } else {
          seen = true;
          while (in.next() != JsonToken.END_ARRAY) {
            add(elements, element(in, request), "/" + MEMBER);
          }
        }
      }
      if (!seen) {
        in.fault("missing-field", "/" + MEMBER, "the field '" + MEMBER + "' is missing: " + SHAPE);
      }
      in.end();
      return elements;
    }
  }

  private static Text element(JsonInput in, WholeRequest request) throws BadJson {
    if (in.current() != JsonToken.START_OBJECT) {
      BadJson wrong =
          new BadJson("wrong-type", "", "expected a transaction, an object, found " + in.kind());
      in.skip();
      return new Text(new byte[0], wrong);
    }
    int begin = in.begin();
    in.skip();
    return new Text(Arrays.copyOfRange(request.body(), begin, in.behind()), null);
  }

  private static void add(List<Text> all, Text text, String place) throws BadJson {
    if (all.size() == MOST_ITEMS) {
      throw new BadJson(
          "too-many-transactions",
          place,
          "at most " + MOST_ITEMS + " transactions may stand in a batch; send several batches");
    }
    all.add(text);
  }
}
