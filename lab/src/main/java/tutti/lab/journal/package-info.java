/**
 * The journal alone: committers that append a record and wait until it is durable, on Tutti's
 * journal and on a bare preallocated file with group commit that writes the same bytes.
 */
@NullMarked
package tutti.lab.journal;

import org.jspecify.annotations.NullMarked;
