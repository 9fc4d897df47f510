/**
 * Footprints: the actors that a request touches, known before it runs.
 *
 * <p>Begin with {@link tutti.model.footprint.Footprint}: a list of {@link
 * tutti.model.footprint.Access}es and a {@link tutti.model.footprint.Shape}. An access has an
 * {@link tutti.model.footprint.Item}, the actor as far as it is known; a {@link
 * tutti.model.footprint.Bound}, the number of times (a supremum, Atomic RMI §3); and the {@link
 * tutti.model.footprint.Source} of both. Actions that can tell a footprint are {@link
 * tutti.model.footprint.HasFootprint}; they fill one {@link tutti.model.footprint.FootprintBuilder}
 * for a request.
 */
@NullMarked
package tutti.model.footprint;

import org.jspecify.annotations.NullMarked;
