/**
 * The journal alone, {@code tutti bench journal}: committers that append a record and wait until it
 * is durable, on Tutti's journal and on a bare preallocated file with group commit that writes the
 * same bytes; and whole durable deposits, {@code tutti bench deposit}. Committers by the hundred
 * and flushes in company are not for JMH. Readers begin with {@link
 * tutti.benchmark.journal.JournalWorkload}.
 */
@NullMarked
package tutti.benchmark.journal;

import org.jspecify.annotations.NullMarked;
