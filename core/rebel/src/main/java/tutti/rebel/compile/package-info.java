/**
 * The compiler from the checked application to what the engine runs: {@link tutti.model.ActorType}s
 * and {@link tutti.model.Action}s. Begin with {@link tutti.rebel.compile.RebelApplication}: it is
 * the {@link tutti.model.Application} for the engine, and it gives the server and the command line
 * the documentation, fields and parameters.
 *
 * <p>{@code ApplicationCompiler} makes a {@link tutti.rebel.compile.RebelType} of each
 * specification and a {@link tutti.rebel.compile.RebelAction} of each event; the latter says in
 * which order an event's rules are evaluated. A {@code Partner} is a line of a sync: {@code
 * EventPartner} or {@code ProcedurePartner}, whose values {@code JavaValue} converts. {@code
 * LinearCompiler}, {@code LinearSum}, {@code LinearCheck} and {@code RebelLinearForm} are the
 * events that only add and compare (PSAC §8). {@code TouchedActors} are the actors that an event
 * touches by itself, and {@code FootprintWalk} goes on to its partners: {@code RequestFootprint} of
 * one call, {@link tutti.rebel.compile.ToldFootprint} of all, for people. {@code EvolutionPlan}
 * takes over the instances of an older application, and {@code ModuleTexts} keeps the texts beside
 * the data.
 */
@NullMarked
package tutti.rebel.compile;

import org.jspecify.annotations.NullMarked;
