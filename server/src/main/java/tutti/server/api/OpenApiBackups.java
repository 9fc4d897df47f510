package tutti.server.api;

import static tutti.server.api.OpenApiRequests.inPath;
import static tutti.server.api.OpenApiRequests.operation;
import static tutti.server.api.Trees.all;
import static tutti.server.api.Trees.array;
import static tutti.server.api.Trees.object;
import static tutti.server.api.Trees.ref;

import java.util.List;
import java.util.Map;

/** Describes {@code /backups}. */
final class OpenApiBackups {
  private static final Map<String, Object> TEXT = object("type", "string");
  private static final Map<String, Object> NUMBER = object("type", "integer");

  private OpenApiBackups() {}

  static void addPaths(Map<String, Object> paths, String tag) {
    paths.put("/backups", object("post", begin(tag)));
    paths.put("/backups/{id}", object("delete", end(tag)));
    paths.put("/backups/{id}/{number}/{file}", object("get", read(tag)));
  }

  private static Map<String, Object> begin(String tag) {
    Map<String, Object> copy =
        object(
            "number",
            NUMBER,
            "node",
            object("type", List.of("string", "null"), "description", "its name, if it has one"),
            "incarnation",
            NUMBER,
            "position",
            object("type", "integer", "description", "of its log, which the copy reaches"),
            "actors",
            NUMBER,
            "files",
            object(
                "type", "object", "description", "sizes in bytes", "additionalProperties", NUMBER));
    Map<String, Object> begun =
        object(
            "backup",
            TEXT,
            "began",
            object("type", "string", "format", "date-time"),
            "application",
            TEXT,
            "application-hash",
            object("type", "string", "description", "SHA-256, in hexadecimal"),
            "nodes",
            array(all(copy)));
    return operation(
        tag,
        "beginBackup",
        "Cut all nodes at one moment, to copy them while they run",
        List.of(),
        object(
            "200",
            OpenApiAnswers.answer("It can be read.", all(begun)),
            "409",
            OpenApiAnswers.problem(
                "Nothing is kept on disk.", 409, "nothing-kept", "durability is off"),
            "503",
            ref("responses", "503")));
  }

  private static Map<String, Object> read(String tag) {
    Map<String, Object> from =
        object(
            "name", "from",
            "in", "query",
            "description", "a position in the file",
            "schema", object("type", "integer", "minimum", 0, "default", 0));
    return operation(
        tag,
        "readBackup",
        "Read the next piece of a file of one node",
        List.of(
            inPath("id", TEXT, "9f1c04d2a7be3358"),
            inPath("number", NUMBER, 0),
            inPath("file", TEXT, "checkpoint"),
            from),
        object(
            "200",
            object(
                "description",
                "At most 256 KiB; empty at the file's end.",
                "content",
                object("application/octet-stream", object())),
            "400",
            ref("responses", "400"),
            "404",
            ref("responses", "404"),
            "503",
            ref("responses", "503")));
  }

  private static Map<String, Object> end(String tag) {
    return operation(
        tag,
        "endBackup",
        "Say that a backup is not read any more",
        List.of(inPath("id", TEXT, "9f1c04d2a7be3358")),
        object(
            "200",
            OpenApiAnswers.answer("It is gone, if it was there.", all(object("backup", TEXT)))));
  }
}
