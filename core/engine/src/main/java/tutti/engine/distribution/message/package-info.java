/**
 * The messages between nodes, and their format as bytes.
 *
 * <p>Begin with {@link tutti.engine.distribution.message.PeerMessage}, the kinds of messages;
 * {@link tutti.engine.distribution.message.MessageFormat} writes and reads them. Two nodes that
 * meet exchange a {@link tutti.engine.distribution.message.Greeting} first. {@link
 * tutti.engine.distribution.message.MessageInWords} is for people.
 */
@NullMarked
package tutti.engine.distribution.message;

import org.jspecify.annotations.NullMarked;
