package org.dat4j.conformance.dat.stepper.model;

import org.dat4j.conformance.dat.stepper.model.ModelObjects.Notifier;
import org.dat4j.conformance.dat.stepper.model.ModelObjects.Pool;
import org.dat4j.conformance.dat.stepper.model.ModelObjects.Queue;
import org.dat4j.conformance.dat.stepper.model.ModelObjects.Zone;
import org.dat4j.dat.DatConstants;
import org.dat4j.dat.EpAttr;
import org.dat4j.dat.EvdFlags;
import org.dat4j.dat.Ia;
import org.dat4j.dat.SrqAttr;

/**
 * Makes objects on a second instance of the adapter, which the DAT stepper passes to calls as wrong
 * arguments.
 */
public final class ForeignObjects {
  private static final int LENGTH = 8;

  private final AdapterModel world;

  public ForeignObjects(AdapterModel world) {
    this.world = world;
  }

  public void make() {
    Ia ia = world.foreignIa;
    Zone zone = new Zone(1, ia.createPz());
    world.zones.foreign(zone);
    int flags = EvdFlags.DTO;
    Queue queue = new Queue(1, ia.createEvd(LENGTH, null, flags), flags, LENGTH);
    Queue connect =
        new Queue(2, ia.createEvd(LENGTH, null, EvdFlags.CONNECTION), EvdFlags.CONNECTION, LENGTH);
    world.queues.foreign(queue);
    if (world.capabilities.has("cno")) {
      world.notifiers.foreign(new Notifier(1, ia.createCno(null)));
    }
    EpModel end =
        new EpModel(
            1,
            ia.createEp(zone.pz, queue.evd, queue.evd, connect.evd, null),
            zone,
            queue,
            queue,
            connect,
            null);
    end.attr = EpAttr.DEFAULT;
    world.ends.foreign(end);
    if (world.capabilities.has("srq")) {
      SrqAttr attr = new SrqAttr(2, 1, DatConstants.SRQ_LW_DEFAULT);
      world.pools.foreign(new Pool(1, ia.createSrq(zone.pz, attr), zone, 2, 1));
    }
  }
}
