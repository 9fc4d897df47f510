/**
 * The benchmarks of Atomic RMI (§5): transactions of clients that visit objects of several nodes
 * one after another, and whose operations take time.
 *
 * <p>Readers begin with {@link tutti.lab.objects.ObjectWorkload}. {@link
 * tutti.lab.objects.ObjectKind} names the four benchmarks; {@link
 * tutti.lab.objects.RegisterRequests} has the requests of three, to {@link
 * tutti.lab.objects.Register}s, and {@link tutti.lab.objects.VacationRequests} those of the travel
 * agency. A transaction is a procedure of its client's own actor, {@link
 * tutti.lab.objects.RegisterClient} or {@link tutti.lab.objects.Agent}, which no other client uses;
 * it declares the actors that it calls.
 *
 * <p>{@link tutti.lab.objects.RegistersSimulation} runs registers in the simulator.
 *
 * <p>Departures from the paper: loan's thirty operations are on thirty objects, since a call back
 * into an actor that is open is refused; in the paper one may be met twice. The paper does not tell
 * how many objects a transaction of vacation visits, nor how many objects there are.
 */
@NullMarked
package tutti.lab.objects;

import org.jspecify.annotations.NullMarked;
