/**
 * A node: containers, ports and a data folder, put together; nothing static
 * (docs/rulings.md#runtime).
 */
@NullMarked
package tutti.engine.node;

import org.jspecify.annotations.NullMarked;
