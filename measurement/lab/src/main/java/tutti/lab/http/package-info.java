/**
 * A client of HTTP in as little code as it takes, so that a small machine is left to the servers,
 * and ports for them (decision 0003).
 *
 * <p>Readers begin with {@link tutti.lab.http.HttpLoop}, which keeps many connections busy, each
 * with one request at a time; {@link tutti.lab.http.OpenLoop} sends requests at their times,
 * whatever is answered; {@link tutti.lab.http.HttpCaller} is one connection.
 */
@NullMarked
package tutti.lab.http;

import org.jspecify.annotations.NullMarked;
