/** A node: containers, ports and a data folder, put together; nothing static (DESIGN §2). */
@NullMarked
package tutti.engine.node;

import org.jspecify.annotations.NullMarked;
