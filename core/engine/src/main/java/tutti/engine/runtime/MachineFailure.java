package tutti.engine.runtime;

/**
 * The failure of a step of a machine on whose promises other processes rely: a replica, a
 * configuration log, a coordinator or a member of a commitment. What the machine has in memory may
 * differ from what it has written and sent, so its process must end ({@link Scheduler#failStop}).
 *
 * @param machine the machine in words for a person, for example {@code the replica of shard 3}
 * @param place the step or the entry, for example {@code entry 4711}: equal if the same fails again
 * @param cause the throwable that left the step
 */
public record MachineFailure(String machine, String place, Throwable cause) {

  /** Returns the failure in one line for a person. */
  public String text() {
    return machine + " has failed at " + place + ": " + cause;
  }
}
