/**
 * The door of a service in virtual time: more clients than the service does for, who wait for a
 * while, go away and come again. The server's own judge of requests ({@link
 * tutti.engine.admission.Admission}) decides whom the door lets in.
 *
 * <p>Readers begin with {@link tutti.simulator.door.OverloadedDoor}, one drawn service and its
 * overload; {@link tutti.simulator.door.DoorDraw} is what is drawn.
 */
@NullMarked
package tutti.simulator.door;

import org.jspecify.annotations.NullMarked;
