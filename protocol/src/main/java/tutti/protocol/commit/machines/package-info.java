/** The machines of commit protocols as numbers, for searches through all that can happen. */
@NullMarked
package tutti.protocol.commit.machines;

import org.jspecify.annotations.NullMarked;
