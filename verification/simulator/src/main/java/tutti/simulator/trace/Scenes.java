package tutti.simulator.trace;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A choice of the steps of a run that a reader should see in text. */
final class Scenes {
  private final FindingStory story;

  /** The nodes whose logs have an entry of the story that is not forced yet. */
  private final Set<Integer> unforced = new HashSet<>();

  Scenes(FindingStory story) {
    this.story = story;
  }

  /** Returns the newest steps of the story, or of everything if there is no story. */
  List<TraceStep> choose(List<TraceStep> all, int most) {
    List<TraceStep> chosen = new ArrayList<>();
    if (story.concerned().isEmpty()) {
      all.stream().filter(step -> tells(step.event())).forEach(chosen::add);
    } else {
      int end = all.size();
      while (end > 0 && !story.concerns(all.get(end - 1).event())) {
        end--;
      }
      boolean begun = false;
      for (TraceStep step : all.subList(0, end)) {
        begun |= story.concerns(step.event());
        if (begun && belongs(step.event())) {
          chosen.add(step);
        }
      }
      chosen = withoutIdleFaults(chosen);
    }
    return chosen.subList(Math.max(0, chosen.size() - most), chosen.size());
  }

  /** Leaves out faults that began and ended while nothing of the story happened. */
  private List<TraceStep> withoutIdleFaults(List<TraceStep> steps) {
    Set<TraceStep> idle = Collections.newSetFromMap(new IdentityHashMap<>());
    Map<TraceEvent, Deque<Integer>> open = new HashMap<>();
    int concerning = 0;
    int[] before = new int[steps.size()];
    for (int i = 0; i < steps.size(); i++) {
      before[i] = concerning;
      switch (steps.get(i).event()) {
        case TraceEvent.FaultBegan it ->
            open.computeIfAbsent(it, begun -> new ArrayDeque<>()).push(i);
        case TraceEvent.FaultEnded(var what, var nodes) -> {
          Deque<Integer> begun = open.get(new TraceEvent.FaultBegan(what, nodes));
          if (begun == null || begun.isEmpty()) {
            idle.add(steps.get(i));
          } else {
            int since = begun.pop();
            if (before[since] == concerning) {
              idle.add(steps.get(since));
              idle.add(steps.get(i));
            }
          }
        }
        default -> concerning += story.concerns(steps.get(i).event()) ? 1 : 0;
      }
    }
    return steps.stream().filter(step -> !idle.contains(step)).toList();
  }

  /** Returns whether an event of a run without a story is worth showing. */
  private boolean tells(TraceEvent event) {
    if (story.asksAfterwards(event)) {
      return false;
    }
    return switch (event) {
      // Other events tell these too.
      case TraceEvent.Note(var text) -> !text.matches("(client|node|director|keeper)[- ].*");
      case TraceEvent.Snapshot _, TraceEvent.Written _ -> false;
      case TraceEvent.Forced it -> isLog(it.file());
      case TraceEvent.Saw it -> false;
      default -> true;
    };
  }

  private boolean belongs(TraceEvent event) {
    boolean concerns = story.concerns(event) && !story.asksAfterwards(event);
    return switch (event) {
      case TraceEvent.Voted it -> logged(it.node(), concerns);
      case TraceEvent.Decided it -> logged(it.node(), concerns);
      case TraceEvent.Ended it -> logged(it.node(), concerns);
      case TraceEvent.Forced it -> isLog(it.file()) && unforced.remove(it.node());
      case TraceEvent.Crashed it -> {
        unforced.remove(it.node());
        yield true;
      }
      case TraceEvent.Up _, TraceEvent.Broken _, TraceEvent.Stopped _ -> true;
      case TraceEvent.DiskFailed _, TraceEvent.FaultBegan _, TraceEvent.FaultEnded _ -> true;
      default -> concerns;
    };
  }

  private static boolean isLog(String file) {
    return file.startsWith("log-");
  }

  private boolean logged(int node, boolean concerns) {
    if (concerns) {
      unforced.add(node);
    }
    return concerns;
  }
}
