package tutti.model.cost;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A part of a sub-transaction from one point at which no call is under way to the next one: the
 * terms of the paper's equation (Reactors §2.4, Figure 3).
 *
 * @param sequentialNanos {@code P_seq}: processing before and after the asynchronous calls
 * @param sequential {@code sync_seq}: calls that are waited for, with no other one under way
 * @param asynchronous {@code async}: calls whose results are taken later, all under way together
 * @param overlappedNanos {@code P_ovp}: processing while these are under way
 * @param overlapped {@code sync_ovp}: calls that are waited for while these are under way
 */
public record Section(
    double sequentialNanos,
    List<CallCost> sequential,
    List<CallCost> asynchronous,
    double overlappedNanos,
    List<CallCost> overlapped) {

  /** A section, whose durations must be at least 0. */
  public Section {
    Times.checked("P_seq", sequentialNanos);
    Times.checked("P_ovp", overlappedNanos);
    sequential = List.copyOf(sequential);
    asynchronous = List.copyOf(asynchronous);
    overlapped = List.copyOf(overlapped);
  }

  /** Returns a section of processing alone. */
  public static Section processing(double nanos) {
    return new Section(nanos, List.of(), List.of(), 0, List.of());
  }

  /** Returns all calls, by kind. */
  Stream<CallCost> calls() {
    return Stream.of(sequential, asynchronous, overlapped).flatMap(List::stream);
  }

  /**
   * Returns the latency of the section: {@code P_seq + Σ sync_seq + Σ C_s(async) + max(max(L(async)
   * + C_r), P_ovp + Σ sync_ovp)}.
   */
  Times latency(boolean parallel) {
    Times before = Times.of(CostTerm.P_SEQ, sequentialNanos);
    for (CallCost call : sequential) {
      before = before.plus(call.synchronous(parallel));
    }
    for (CallCost call : asynchronous) {
      before = before.plus(call.send());
    }
    Times beside = Times.of(CostTerm.P_OVP, overlappedNanos);
    for (CallCost call : overlapped) {
      beside = beside.plus(call.synchronous(parallel));
    }
    Times longest = Times.NONE;
    for (List<CallCost> queue : queues(parallel)) {
      longest = longest.longer(inTurn(queue, parallel));
    }
    return before.plus(longest.longer(beside));
  }

  /**
   * Returns the asynchronous calls by the executor that runs them, in the order of their sending.
   */
  private Iterable<List<CallCost>> queues(boolean parallel) {
    List<List<CallCost>> queues = new ArrayList<>();
    Map<String, List<CallCost>> known = new LinkedHashMap<>();
    for (CallCost call : asynchronous) {
      if (parallel || call.executor().isEmpty()) {
        queues.add(List.of(call));
      } else {
        known.computeIfAbsent(call.executor(), none -> new ArrayList<>()).add(call);
      }
    }
    queues.addAll(known.values());
    return queues;
  }

  /** Returns the time until the last one of an executor's calls has its result. */
  private static Times inTurn(List<CallCost> queue, boolean parallel) {
    double waiting = 0;
    for (CallCost call : queue.subList(0, queue.size() - 1)) {
      waiting += call.dispatchNanos() + call.called().latency(parallel).total();
    }
    CallCost last = queue.getLast();
    return Times.of(CostTerm.WAITING, waiting)
        .plus(last.called().latency(parallel))
        .plus(last.receive());
  }

  /**
   * Returns all that is done, wherever and whenever: no maximum, and no waiting. Of asynchronous
   * calls of one executor only the last one's result is waited for; of the others {@code C_r} is
   * the dispatch.
   */
  Times work() {
    Times all =
        Times.of(CostTerm.P_SEQ, sequentialNanos).plus(Times.of(CostTerm.P_OVP, overlappedNanos));
    for (CallCost call : calls().toList()) {
      all = all.plus(call.send()).plus(call.called().work());
    }
    for (CallCost call : Stream.concat(sequential.stream(), overlapped.stream()).toList()) {
      all = all.plus(call.receive());
    }
    for (List<CallCost> queue : queues(false)) {
      all = all.plus(queue.getLast().receive());
      for (CallCost call : queue.subList(0, queue.size() - 1)) {
        all = all.plus(Times.of(CostTerm.C_R, call.dispatchNanos()));
      }
    }
    return all;
  }
}
