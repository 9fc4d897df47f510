/**
 * The list of commit protocols: the one place that knows them by more than {@link
 * tutti.protocol.commit.CommitProtocol}.
 */
@NullMarked
package tutti.engine.commit;

import org.jspecify.annotations.NullMarked;
