/**
 * Reads the logs of data folders from outside: which transaction made which version of which actor,
 * and whether the nodes' logs agree. The bytes are read by the journal's published format and not
 * by its code, so that what recovery would overlook is not overlooked here.
 */
@NullMarked
package tutti.lab.log;

import org.jspecify.annotations.NullMarked;
