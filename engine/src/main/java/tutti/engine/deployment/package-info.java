/** The deployment file: how an application runs, never what it does (DESIGN §6). */
@NullMarked
package tutti.engine.deployment;

import org.jspecify.annotations.NullMarked;
