/**
 * The bytecode of procedures, read before they run: which actors they call, how often at most, and
 * whether they are pure.
 *
 * <p>Begin with {@link tutti.model.bytecode.ProcedureAnalysis}, the entry, and {@link
 * tutti.model.bytecode.CodeFindings}, its result. {@code MethodWalk} interprets one method over
 * {@code InstructionFrame}s of {@code StackValue}s, the part of a value that the request tells;
 * {@code CallSites} does what a call does; {@code PathCounts} adds up the calls along the paths of
 * a method; {@code Classes} has the classes that the procedures mention; {@code Library} says which
 * classes of the JDK are pure. {@link tutti.model.bytecode.PlainRecords} tells records without code
 * of their author.
 *
 * <p>The analysis is sound for what javac makes of Java: an upper bound is never exceeded. Where it
 * cannot say, it says so: methods that a subclass overrides, recursion, reflection, static state
 * and threads leave a procedure without a bound. A loop, and a lambda that is given away, run any
 * number of times. The JDK calls no user's code but lambdas, and methods that override its own;
 * those of all classes that the procedures mention count as called any number of times.
 */
@NullMarked
package tutti.model.bytecode;

import org.jspecify.annotations.NullMarked;
