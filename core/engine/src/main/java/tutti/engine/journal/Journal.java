package tutti.engine.journal;

/**
 * The node's log: records in one order, flushed in groups (docs/rulings.md#runtime). Thread-safe.
 *
 * <p>Once a write or a flush has failed, the disk is not trusted until restart: {@link #append}
 * throws and waiting callbacks get {@code durable = false}.
 */
public interface Journal extends AutoCloseable {

  /**
   * Appends a record and gives its log sequence number: the position just after it. The order of
   * numbers is the order in the log. The bytes are copied before this returns; the record is not
   * durable yet.
   *
   * @throws JournalFailed if an earlier write or flush failed; the record is not in the log
   */
  long append(byte[] bytes, int offset, int length) throws JournalFailed;

  /**
   * Appends as {@link #append} does, for a record without an urgent waiter: it is flushed together
   * with the next one, or a few milliseconds later.
   */
  default long appendLazily(byte[] bytes, int offset, int length) throws JournalFailed {
    return append(bytes, offset, length);
  }

  /** Returns whether records are kept at all; if not, none need be made. */
  default boolean keepsRecords() {
    return true;
  }

  /** The position after the newest record. */
  long end();

  /** Returns the position up to which all records are durable. */
  long durable();

  /**
   * Calls {@code callback} once all records up to {@code position} are durable (immediately, on
   * this thread, if they are already), or the journal has failed. Otherwise it is called on the
   * flusher's thread and must be short.
   */
  void whenDurable(long position, DurableCallback callback);

  /**
   * Calls back as {@link #whenDurable} does, for a caller in no hurry: it does not cause a flush.
   */
  default void whenDurableLazily(long position, DurableCallback callback) {
    whenDurable(position, callback);
  }

  /**
   * Calls back as {@link #whenDurable} does, for an answer that rests on no record of its own: a
   * read, a refusal, a transaction that has only looked. Such an answer must be the newest when it
   * is told, too. A journal that others could continue elsewhere proves that after this call; the
   * journal of one disk need not.
   */
  default void whenCurrent(long position, DurableCallback callback) {
    whenDurable(position, callback);
  }

  /**
   * Fails the journal as a failed write does: a record that the journal has taken could not be
   * carried out, so this node must not go on with it. May be called by any thread, more than once.
   *
   * @param cause the reason why the record could not be carried out
   */
  void fail(Throwable cause);

  /** Whether the journal has failed. */
  boolean failed();

  /**
   * Whether the journal counts as failed because another node goes on with the log, and not because
   * of this node's disk.
   */
  default boolean isHandedOn() {
    return false;
  }

  /**
   * Whether more is waiting for the disk than should: admission then refuses new transactions.
   * {@link #append} still takes the records of running transactions, so that none has to wait here;
   * the memory used is at most the bound plus all that admitted transactions can write.
   */
  boolean congested();

  /**
   * The longest record that {@link #append} takes, in bytes; a longer one is an {@link
   * IllegalArgumentException}.
   */
  int maxRecordBytes();

  /**
   * Gives up the part of the log before {@code position}: the caller has made a checkpoint durable
   * that contains it. Whole segments only; a failure is logged and tried again at the next call.
   * Does disk work on this thread: call it from a {@link tutti.engine.runtime.StepQueue}.
   */
  void truncateBefore(long position);

  /** Returns counters, cheap to read. */
  JournalStatistics statistics();

  /** Flushes all that was appended, then closes. */
  @Override
  void close();

  /** A callback that is told once about durability. */
  @FunctionalInterface
  interface DurableCallback {
    /**
     * @param durable false if the journal failed first: the record may or may not be found after a
     *     restart
     */
    void done(boolean durable);
  }
}
