package tutti.simulator;

/** Situations that simulations must get into, or they prove little. */
enum Point {
  CRASH_BETWEEN_TWO_MOMENTS,
  CRASH_BETWEEN_APPEND_AND_FLUSH,
  CRASH_IN_A_DISK_OPERATION,
  CRASH_IN_RECOVERY,
  DISK_FAILURE,
  STOP_IN_ORDER,
  UNACKNOWLEDGED_LOST,
  UNACKNOWLEDGED_KEPT,
  REPEAT_ANSWERED_AFTER_A_CRASH,
  REPEAT_ANSWERED_WITHOUT_A_CRASH,
  REFUSED,
  DELAYED,
  DEADLOCK,
  DEADLINE,
  OVERLOADED,
  IN_DOUBT,
  READ,
  CHECKPOINT,
  TWO_PHASE_LOCKING,
  PATH_SENSITIVE,
  SEVERAL_CONTAINERS;

  /** As results have it. */
  String label() {
    return name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
  }
}
