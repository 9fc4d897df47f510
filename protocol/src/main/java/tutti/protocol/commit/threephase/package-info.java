/**
 * Three-phase commit.
 *
 * <p><b>Source.</b> S. Gupta, M. Sadoghi: <i>EasyCommit</i>, EDBT 2018, §2, §5.2, §7; after D.
 * Skeen: <i>Nonblocking Commit Protocols</i>, SIGMOD 1981.
 */
@NullMarked
package tutti.protocol.commit.threephase;

import org.jspecify.annotations.NullMarked;
