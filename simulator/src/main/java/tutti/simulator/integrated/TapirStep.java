package tutti.simulator.integrated;

/** A step, in words, and the state after it. */
record TapirStep(String what, TapirWorld world) {}
