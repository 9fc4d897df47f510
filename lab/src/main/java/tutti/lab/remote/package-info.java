/** Load on a running server over HTTP. */
@NullMarked
package tutti.lab.remote;

import org.jspecify.annotations.NullMarked;
