/** Two-phase commit with presumed abort. */
@NullMarked
package tutti.protocol.commit.twophase;

import org.jspecify.annotations.NullMarked;
