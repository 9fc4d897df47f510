/**
 * EasyCommit.
 *
 * <p><b>Source.</b> S. Gupta, M. Sadoghi: <i>EasyCommit: A Non-blocking Two-phase Commit
 * Protocol</i>, EDBT 2018.
 */
@NullMarked
package tutti.protocol.commit.easycommit;

import org.jspecify.annotations.NullMarked;
