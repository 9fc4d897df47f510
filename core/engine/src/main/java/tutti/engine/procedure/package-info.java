/**
 * Procedures of relational actors, as they run in one transaction (Reactors §2.2): calls that run
 * beside their callers, promises of their results, and the rule that keeps them apart.
 *
 * <p>Begin with {@link tutti.engine.procedure.ProcedureExecution}, the calls of one transaction;
 * {@link tutti.engine.procedure.SubTransaction} is one of them, {@link
 * tutti.engine.procedure.ActorInUse} the rule that keeps them apart, and {@link
 * tutti.engine.procedure.Performer} runs calls here or on another node.
 *
 * <p><b>Tasks.</b> A call of an actor in the caller's container runs on the caller's executor,
 * inline, when it is made; a call of another container's actor is a task there. A call has ended
 * when its procedure has returned and all that it called has ended, so a transaction has no task
 * left when its root call has ended. Whatever fails dooms the whole: the next access, call or take
 * of any task ends that task. A doomed transaction is rolled back once its last task has ended.
 *
 * <p><b>The active set</b> (Reactors §2.2.4, docs/rulings.md#ruling-5). An actor does one thing at
 * a time for a transaction: of two calls that touch one actor, one must have ended before the other
 * is made. The paper looks at the calls that run at the moment, so a program may pass on one run
 * and fail on the next, or on one deployment and not on another. Here the program is judged, not
 * the run. Calls of one transaction are a tree; {@code x} is before {@code y} if the promise that
 * {@code x} belongs to was taken by the common caller before the call was made that {@code y}
 * belongs to. No other rule orders them, since a promise cannot leave the procedure that got it.
 * The judgement is therefore local to each caller:
 *
 * <ul>
 *   <li>its calls and takes are numbered by a clock of its own;
 *   <li>each call brings along, when it is taken, the set of actors that it and its own calls have
 *       touched;
 *   <li>for each actor the caller knows the last take of a call that touched it; if that is later
 *       than the call that is taken now was made, the two were open at the same time: they clash;
 *   <li>promises that are never taken are taken at the caller's end, in the order of the calls;
 *   <li>a call of the own actor runs at once and is taken at once;
 *   <li>a call that comes back to an actor further up its own path is refused when it is made: the
 *       call there is still open, whichever promises are taken.
 * </ul>
 *
 * <p>Only the last take of each actor need be known: takes are numbered upward, and if the last one
 * was before the call, all were. The work is one look at a table per actor that a call has touched
 * and per caller above it.
 *
 * <p><b>Why all deployments accept the same programs.</b> Take a transaction with given input, and
 * an execution in which no two calls clash. Then any two calls that touch one actor are ordered, so
 * each sees there the changes of the calls before it, in every interleaving; by induction along
 * that order every call behaves identically in every execution: the tree of calls, their takes and
 * the actors that they touch are the same, and none clashes either (the argument of Feng and
 * Leiserson for races in fork-join programs). Hence if one execution has a clash, each has, or
 * fails for another reason before it comes there.
 *
 * <p>Two calls that are found on one actor at the very same moment clash in any case: were one
 * before the other, it would have ended. They are refused at once, so that rows are never touched
 * by two threads; the takes would refuse the same calls later.
 *
 * <p>Events of declarative actors are under a rule of their own, one transition per instance per
 * transaction, and do not count. Procedures that events have as partners do: as calls of the
 * event's caller, made when all that it synchronizes with has been granted, and taken immediately;
 * or as root calls one after the other, if a client called the event. So no call is open beside
 * them except those further up, and they may come back to the very actor that called the event.
 *
 * <p><b>Other nodes.</b> A {@link tutti.engine.procedure.Performer} performs a call. A call of
 * another node's actor is shipped there, and runs there as a task of that node, in an execution of
 * the same transaction that the node has of its own. The call brings the path of calls above it, so
 * that a cycle is seen where it closes, and on its way back the tree of those calls below it that
 * touched an actor last: all that the rule above needs, so that the taker of the promise judges a
 * program as if all were on one node. A call is in two places then; calls are told apart by their
 * place in the tree, by the clocks of the callers.
 *
 * <p>The coordinator of the transaction performs all events, and the calls that procedures of other
 * nodes make elsewhere: the coordinator alone knows the participants. So on another node a call of
 * a third node's actor, and each event, waits until the coordinator has performed it. Calls that a
 * task makes one after the other are sent together, as soon as it does anything else.
 *
 * <p>Where a node is a branch, it must know when to answer: when none of its tasks goes on without
 * the coordinator. A task counts as going on unless it waits for the {@link
 * tutti.engine.procedure.WorkEnd} of something; the task that ends that counts it again before it
 * stops to count itself.
 */
@NullMarked
package tutti.engine.procedure;

import org.jspecify.annotations.NullMarked;
