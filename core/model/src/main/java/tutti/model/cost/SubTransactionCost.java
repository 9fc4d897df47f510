package tutti.model.cost;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * The cost of a sub-transaction: a procedure that runs on one actor, with all that it calls. The
 * latency follows from Figure 3 of the paper (Reactors §2.4), recursively:
 *
 * <pre>
 * L = P_seq + Σ L(sync_seq) + Σ (C_s + C_r)(sync_seq) + Σ C_s(async)
 *     + max( max(L + C_r)(async), P_ovp + Σ L(sync_ovp) + Σ (C_s + C_r)(sync_ovp) )
 * </pre>
 *
 * <p>For example, a transfer that processes for 2 µs, credits another container's account (6 µs,
 * sent in 1 µs and received in 4 µs) and debits its own (5 µs) meanwhile:
 *
 * <pre>{@code
 * var credit = SubTransactionCost.of("Credit", Section.processing(6_000));
 * var debit = SubTransactionCost.of("Debit", Section.processing(5_000));
 * var transfer =
 *     SubTransactionCost.of(
 *         "Transfer",
 *         new Section(
 *             2_000,
 *             List.of(),
 *             List.of(CallCost.remote(credit, CallPlace.OTHER_CONTAINER, 1_000, 4_000)),
 *             0,
 *             List.of(CallCost.inline(debit, CallPlace.OWN_ACTOR))));
 * transfer.latency().total(); // 2,000 + 1,000 + max(6,000 + 4,000, 5,000) = 13,000 ns
 * }</pre>
 *
 * @param name the procedure, and perhaps its actor, for a person
 * @param sections what it does, one after the other; one section is the paper's equation
 */
public record SubTransactionCost(String name, List<Section> sections) {

  /** A sub-transaction of any number of sections. */
  public SubTransactionCost {
    sections = List.copyOf(sections);
  }

  /** Returns a sub-transaction of one section, as the paper has it. */
  public static SubTransactionCost of(String name, Section section) {
    return new SubTransactionCost(name, List.of(section));
  }

  /**
   * Returns the latency, where calls that one executor runs wait for each other.
   *
   * @return the terms on the longest path, in nanoseconds
   */
  public Times latency() {
    return latency(false);
  }

  /**
   * Returns the latency if "enough parallelism is available in the underlying physical
   * implementation to overlap all asynchronous sub-transactions" (Reactors §2.4): {@link
   * #latency()} without any waiting.
   *
   * @return the terms on the longest path, in nanoseconds
   */
  public Times latencyInParallel() {
    return latency(true);
  }

  Times latency(boolean parallel) {
    Times sum = Times.NONE;
    for (Section section : sections) {
      sum = sum.plus(section.latency(parallel));
    }
    return sum;
  }

  /**
   * Returns the sum of all terms, in whichever place and at whichever time: with durations of
   * processor time in place of latencies, the processor time of the sub-transaction.
   *
   * @return the terms of all sub-transactions, in nanoseconds
   */
  public Times work() {
    Times sum = Times.NONE;
    for (Section section : sections) {
      sum = sum.plus(section.work());
    }
    return sum;
  }

  /** Returns the calls of all sections, in the order of the sections. */
  public List<CallCost> calls() {
    return sections.stream().flatMap(Section::calls).toList();
  }

  /** Returns this tree with each sub-transaction changed, the innermost ones first. */
  SubTransactionCost mapped(UnaryOperator<SubTransactionCost> change) {
    Function<List<CallCost>, List<CallCost>> below =
        calls -> {
          List<CallCost> changed = new ArrayList<>(calls.size());
          for (CallCost call : calls) {
            changed.add(call.with(call.called().mapped(change)));
          }
          return changed;
        };
    return change.apply(
        new SubTransactionCost(
            name,
            sections.stream()
                .map(
                    section ->
                        new Section(
                            section.sequentialNanos(),
                            below.apply(section.sequential()),
                            below.apply(section.asynchronous()),
                            section.overlappedNanos(),
                            below.apply(section.overlapped())))
                .toList()));
  }
}
