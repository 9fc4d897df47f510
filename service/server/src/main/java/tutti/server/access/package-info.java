/** The gate of the service: who asks, and what he may ask for and see. */
@NullMarked
package tutti.server.access;

import org.jspecify.annotations.NullMarked;
