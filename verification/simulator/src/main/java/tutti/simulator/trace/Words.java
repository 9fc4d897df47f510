package tutti.simulator.trace;

import java.util.List;
import java.util.stream.Collectors;
import tutti.engine.distribution.message.MessageInWords;
import tutti.model.Call;

/**
 * An event for a diagram.
 *
 * @param sign one character for its kind
 * @param name two or three words
 * @param detail the rest
 */
record Words(String sign, String name, String detail) {

  static Words of(TraceEvent event, FindingStory story) {
    return switch (event) {
      case TraceEvent.Note(var text) -> new Words("·", "", text);
      case TraceEvent.Sent it -> message(story.spoken(it), "");
      case TraceEvent.Lost it -> message(story.spoken(it), it.how());
      case TraceEvent.Arrived it ->
          message(story.spoken(it), it.late() ? "of an earlier session" : "");
      case TraceEvent.Up it ->
          new Words("▲", "runs", it.life() == 1 ? "" : "its " + it.life() + ". life");
      case TraceEvent.Crashed it -> new Words("✖", "crashes", "");
      case TraceEvent.Stopped it -> new Words("■", "stops in order", "");
      case TraceEvent.Written it ->
          new Words(
              "✎",
              "writes",
              it.bytes() == 0
                  ? it.file()
                  : it.bytes() + " bytes at " + it.position() + " of " + it.file());
      case TraceEvent.Forced it -> new Words("⤓", "forces", it.file());
      case TraceEvent.DiskFailed it -> new Words("⚠", "disk fails", it.what());
      case TraceEvent.FaultBegan it -> new Words("⚡", it.what(), nodes(it.nodes()));
      case TraceEvent.FaultEnded it -> new Words("⚡", it.what() + " ends", nodes(it.nodes()));
      case TraceEvent.Asked it ->
          new Words(
              "", it.client() + " asks", it.what() + (it.key() == null ? "" : ", key " + it.key()));
      case TraceEvent.Answered it ->
          new Words(
              "",
              it.client() + (it.good() ? " ✓" : " ✗"),
              (it.transaction() == null ? "" : it.transaction() + ": ") + it.what());
      case TraceEvent.Voted it ->
          new Words("◇", "logs Yes", it.key() + " at " + it.lsn() + ": " + acts(it.acts()));
      case TraceEvent.Decided it ->
          new Words(
              "◆", "logs commit", it.transaction() + " at " + it.lsn() + ": " + acts(it.acts()));
      case TraceEvent.Ended it ->
          new Words("□", it.committed() ? "ends: commit" : "ends: abort", it.key().toString());
      case TraceEvent.Took it ->
          new Words(
              "✔",
              "takes effect",
              it.transaction() + ": " + it.call() + " makes version " + it.version());
      case TraceEvent.Saw it ->
          new Words(
              "◉", "relies on", it.transaction() + ": " + it.actor() + " version " + it.version());
      case TraceEvent.Broken it -> new Words("‼", it.invariant() + " is broken", it.what());
      case TraceEvent.Snapshot it -> new Words("", "", "");
    };
  }

  private static Words message(MessageInWords spoken, String how) {
    return new Words("", spoken.name(), spoken.detail() + (how.isEmpty() ? "" : " (" + how + ")"));
  }

  private static String nodes(List<Integer> nodes) {
    return nodes.stream().map(node -> "node " + node).collect(Collectors.joining(" → "));
  }

  private static String acts(List<Call> acts) {
    return acts.isEmpty()
        ? "only looks"
        : acts.stream().map(Call::toString).collect(Collectors.joining(", "));
  }
}
