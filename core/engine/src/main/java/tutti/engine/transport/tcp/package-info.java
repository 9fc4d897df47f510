/**
 * The driver of the {@link tutti.engine.transport.Transport} port between processes, over TCP.
 *
 * <p>Begin with {@link tutti.engine.transport.tcp.TcpTransport}; a {@link
 * tutti.engine.transport.tcp.Dialer} makes connections, a {@link
 * tutti.engine.transport.tcp.Connection} reads {@link tutti.engine.transport.tcp.Frames} from one,
 * and {@link tutti.engine.transport.tcp.Outgoing} gathers what is written next.
 *
 * <h2>Bytes</h2>
 *
 * <p>Numbers are big endian. Each side begins with a preamble: {@code TUTTINET}, and four bytes
 * with the version, 1. Frames follow: four bytes with the length of what comes after them, one byte
 * with the kind, and the content.
 *
 * <table>
 *   <caption>Kinds of frames</caption>
 *   <tr><th>kind</th><th>content</th><th>sender and time</th></tr>
 *   <tr><td>1 HELLO</td><td>own number (4), the peer's (4), the greeting</td><td>the caller first of
 *       all; then the called</td></tr>
 *   <tr><td>2 WELCOME</td><td>nothing</td><td>the caller, once it likes the answer: its session
 *       begins, and the called one's when it hears this</td></tr>
 *   <tr><td>3 REFUSED</td><td>why, UTF-8</td><td>either, instead of HELLO or WELCOME; it then only
 *       waits for the other to hang up. Preamble and this frame are the same in all versions</td></tr>
 *   <tr><td>4 MESSAGE</td><td>a short message</td><td>in a session</td></tr>
 *   <tr><td>5 HEARTBEAT</td><td>own monotonic time (8), own wall clock in nanoseconds since 1970
 *       (8), the monotonic time of the peer's newest heartbeat (8), and the time since that came,
 *       less than 0 if none has (8)</td><td>at the begin of a session, at the peer's first one, and
 *       each second: so the {@linkplain tutti.engine.runtime.PeerClocks clocks} are
 *       compared</td></tr>
 *   <tr><td>6 LONG</td><td>the bytes of a long message (4)</td><td>in a session, before the pieces of
 *       that message</td></tr>
 *   <tr><td>7 PIECE</td><td>the next bytes of the long message</td><td>as far as there is credit: 1
 *       MiB at the begin of a session</td></tr>
 *   <tr><td>8 CREDIT</td><td>bytes (4)</td><td>once pieces with so many bytes are taken: as many more
 *       may be sent</td></tr>
 * </table>
 *
 * <h2>Rules</h2>
 *
 * <ul>
 *   <li>Of two nodes the lower calls the higher. So there is one try at a time, and no race of two
 *       connections. A second connection, while the first lasts, is refused: either two processes
 *       have the same number, or the first is dead and its end not yet noticed.
 *   <li>A greeting is judged on a thread of its own, since the receiver writes down the peer's
 *       identity; the other connections go on meanwhile. Until it is judged nothing else may arrive
 *       on its connection, and the peer gets no other one, even if it has hung up.
 *   <li>A connection on which nothing is heard for five seconds is dead.
 *   <li>A malformed, too long or unexpected frame ends the connection, with one line in the log.
 *   <li>Senders copy into the session's buffer; the IO thread writes all that has gathered at once.
 *   <li>A long message ({@link tutti.engine.transport.Lane}) goes in pieces, as the socket takes
 *       them and the peer credits them, and what is short goes between them. It is given to the
 *       node on a thread of its own: neither its way nor its reading delays a heartbeat.
 * </ul>
 */
@NullMarked
package tutti.engine.transport.tcp;

import org.jspecify.annotations.NullMarked;
