package tutti.simulator.integrated;

import java.util.function.Supplier;

/** A step, in words, and the state after it. */
record TapirStep(Supplier<String> what, TapirWorld world) {}
