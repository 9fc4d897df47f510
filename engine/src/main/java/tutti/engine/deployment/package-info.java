/** The deployment file: how an application runs, never what it does (docs/rulings.md#contracts). */
@NullMarked
package tutti.engine.deployment;

import org.jspecify.annotations.NullMarked;
