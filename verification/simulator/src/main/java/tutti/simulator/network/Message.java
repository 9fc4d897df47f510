package tutti.simulator.network;

/** One message on its way. */
record Message(long number, Session session, int from, int to, byte[] bytes, boolean damaged) {}
