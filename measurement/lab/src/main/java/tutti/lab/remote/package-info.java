/**
 * Load on a running server over HTTP.
 *
 * <p>Readers begin with {@link tutti.lab.remote.HttpBank}; the nodes are {@link
 * tutti.lab.remote.BankProcesses}, or a server that runs already: {@link
 * tutti.lab.remote.RemoteBankWorkload}.
 */
@NullMarked
package tutti.lab.remote;

import org.jspecify.annotations.NullMarked;
