package example.engine;

import org.dat4j.dat.DatEvent;

/** An event in the queue of the example provider's EVD. */
interface QueuedEvent {

  /** Fills the program's event when it is taken. */
  void fill(DatEvent out, EngineEvd evd);

  /** Called in place of {@link #fill} when the EVD is freed before. */
  default void lost() {}
}
