/**
 * The commands that talk to a service that runs, over HTTP: {@code backup}, {@code restore}, {@code
 * query}, {@code txn}, {@code shard} and {@code where}. Readers begin with the command of the name.
 */
@NullMarked
package tutti.cli.operate;

import org.jspecify.annotations.NullMarked;
