package tutti.simulator.history.file;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonToken;
import tutti.simulator.history.HistoryClaim;
import tutti.simulator.history.Operation;
import tutti.simulator.history.Operation.Outcome;
import tutti.simulator.history.Operation.Read;
import tutti.simulator.history.Operation.Write;
import tutti.simulator.history.RecordedHistory;

/**
 * A reader of the lines of a history. Unknown fields are refused, since a misspelt field would
 * silently weaken the judgement, except fields that begin with {@code x-}, which are for remarks.
 */
final class HistoryReader {
  private final BufferedReader lines;
  private final List<Operation> operations = new ArrayList<>();
  private final Map<String, Long> last = new LinkedHashMap<>();

  /** One string for each name of an actor, however often it comes. */
  private final Map<String, String> actors = new HashMap<>();

  private @Nullable HistoryClaim claim;

  HistoryReader(BufferedReader lines) {
    this.lines = lines;
  }

  RecordedHistory read() throws IOException {
    long number = 0;
    for (String line = next(1); line != null; line = next(number + 1)) {
      number++;
      if (!line.isBlank()) {
        try (JsonLine json = new JsonLine(number, line)) {
          line(json);
        }
      }
    }
    if (claim == null) {
      throw new HistoryFormatException(
          1,
          "",
          (number == 0 ? "the file is empty" : "the first line is no header")
              + "; a history begins with a line "
              + header());
    }
    return new RecordedHistory(claim, List.copyOf(operations), new LinkedHashMap<>(last));
  }

  private @Nullable String next(long number) throws IOException {
    try {
      return lines.readLine();
    } catch (CharacterCodingException wrong) {
      throw new HistoryFormatException(
          number, "", "there are bytes that are not UTF-8 here or soon after; convert the file");
    }
  }

  private static String header() {
    return "{\"tutti-history\":" + HistoryFiles.FORMAT + ",\"claim\":\"strict-serializable\"}";
  }

  /** Reads a line; its first field that is no remark says the kind of line. */
  private void line(JsonLine json) throws HistoryFormatException {
    json.beginObject("");
    String first = json.field("");
    while (first != null && JsonLine.isRemark(first)) {
      json.skip();
      first = json.field("");
    }
    if (first == null) {
      return;
    }
    if (claim == null) {
      if (!first.equals("tutti-history")) {
        throw json.wrong(
            first, "the first line is no header; a history begins with a line " + header());
      }
      claim = header(json);
      return;
    }
    switch (first) {
      case "operation" -> operations.add(operation(json));
      case "last" -> last(json);
      case "tutti-history" ->
          throw json.wrong(first, "there is a header already; a file is one history");
      default ->
          throw json.wrong(
              first, "a line begins with \"operation\" or \"last\" (remarks with \"x-\")");
    }
  }

  private static HistoryClaim header(JsonLine json) throws HistoryFormatException {
    long format = json.number("tutti-history", 1, "the number of the format");
    if (format != HistoryFiles.FORMAT) {
      throw json.wrong(
          "tutti-history", "this reads format " + HistoryFiles.FORMAT + ", not " + format);
    }
    HistoryClaim claim = HistoryClaim.STRICT_SERIALIZABLE;
    for (String field = json.field(""); field != null; field = json.field("")) {
      if (field.equals("claim")) {
        claim = json.name("claim", HistoryClaim.class);
      } else {
        json.unknown(field, "tutti-history, claim");
      }
    }
    return claim;
  }

  private Operation operation(JsonLine json) throws HistoryFormatException {
    String id = json.text("operation");
    String client = null;
    String key = null;
    Long invoked = null;
    long completed = Operation.NEVER;
    Outcome outcome = null;
    List<Read> reads = List.of();
    List<Write> writes = List.of();
    for (String field = json.field(""); field != null; field = json.field("")) {
      switch (field) {
        case "client" -> client = json.text(field);
        case "key" -> key = json.text(field);
        case "invoked" -> invoked = json.time(field);
        case "completed" -> completed = json.time(field);
        case "outcome" -> outcome = json.name(field, Outcome.class);
        case "reads" -> reads = reads(json);
        case "writes" -> writes = writes(json);
        default ->
            json.unknown(
                field, "operation, client, key, invoked, completed, outcome, reads, writes");
      }
    }
    if (client == null) {
      throw json.missing("client", "who asked; one that asks for several things has them in turn");
    }
    if (invoked == null) {
      throw json.missing("invoked", "when it was asked for, in nanoseconds");
    }
    if (outcome == null) {
      throw json.missing("outcome", "one of " + String.join(", ", ClaimNames.all(Outcome.class)));
    }
    if (completed < invoked) {
      throw json.wrong(
          "completed",
          completed + " is before \"invoked\", " + invoked + "; leave it out if nobody was told");
    }
    return new Operation(id, client, key, invoked, completed, outcome, reads, writes);
  }

  private List<Read> reads(JsonLine json) throws HistoryFormatException {
    List<Read> reads = new ArrayList<>();
    json.beginArray("reads");
    while (json.next() != JsonToken.END_ARRAY) {
      String at = "reads[" + reads.size() + "]";
      json.isObject(at);
      String actor = null;
      long version = -1;
      long follows = -1;
      long until = -1;
      for (String field = json.field(at); field != null; field = json.field(at)) {
        switch (field) {
          case "actor" -> actor = actor(json.text(at + ".actor"));
          case "version" -> version = json.number(at + ".version", 0, "the version that it saw");
          case "follows" ->
              follows = json.number(at + ".follows", 0, "since when what it saw was there");
          case "until" -> until = json.number(at + ".until", 0, "until when it was there");
          default -> json.unknown(at + "." + field, "actor, version, follows, until");
        }
      }
      if (actor == null || version < 0) {
        throw json.missing(
            at + (actor == null ? ".actor" : ".version"), "which version of which actor it saw");
      }
      if (follows > version || until >= 0 && until < version) {
        throw json.wrong(
            at + (follows > version ? ".follows" : ".until"),
            "version "
                + version
                + " is not in "
                + (follows > version ? follows + " and later" : "those up to " + until)
                + "; what it saw was there from \"follows\" to \"until\"");
      }
      reads.add(
          new Read(actor, version, follows < 0 ? version : follows, until < 0 ? version : until));
    }
    return List.copyOf(reads);
  }

  private List<Write> writes(JsonLine json) throws HistoryFormatException {
    List<Write> writes = new ArrayList<>();
    json.beginArray("writes");
    while (json.next() != JsonToken.END_ARRAY) {
      String at = "writes[" + writes.size() + "]";
      json.isObject(at);
      String actor = null;
      long version = 0;
      long follows = -1;
      String what = null;
      for (String field = json.field(at); field != null; field = json.field(at)) {
        switch (field) {
          case "actor" -> actor = actor(json.text(at + ".actor"));
          case "version" -> version = json.number(at + ".version", 1, "the version that it made");
          case "follows" ->
              follows = json.number(at + ".follows", 0, "the version that it had to come after");
          case "what" -> what = json.text(at + ".what");
          default -> json.unknown(at + "." + field, "actor, version, follows, what");
        }
      }
      if (actor == null || version < 1) {
        throw json.missing(
            at + (actor == null ? ".actor" : ".version"), "which version of which actor it made");
      }
      if (follows >= version) {
        throw json.wrong(
            at + ".follows",
            "version " + version + " cannot follow version " + follows + "; name an earlier one");
      }
      writes.add(new Write(actor, version, follows < 0 ? version - 1 : follows, what));
    }
    return List.copyOf(writes);
  }

  private void last(JsonLine json) throws HistoryFormatException {
    json.next();
    json.isObject("last");
    for (String actor = json.field("last"); actor != null; actor = json.field("last")) {
      String field = "last." + actor;
      if (last.put(actor(actor), json.number(field, 0, "the version that was found")) != null) {
        throw json.wrong(field, "the last version of this actor is told already; tell it once");
      }
    }
    for (String field = json.field(""); field != null; field = json.field("")) {
      json.unknown(field, "last");
    }
  }

  private String actor(String name) {
    return actors.computeIfAbsent(name, same -> same);
  }
}
