package tutti.engine.journal;

/**
 * A journal's counters since it was opened.
 *
 * @param records appended
 * @param bytes appended, without framing
 * @param flushes batches written and forced
 * @param unflushedBytes appended and not yet durable
 */
public record JournalStatistics(long records, long bytes, long flushes, long unflushedBytes) {}
