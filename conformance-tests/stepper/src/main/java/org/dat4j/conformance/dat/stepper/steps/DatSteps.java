package org.dat4j.conformance.dat.stepper.steps;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.dat4j.conformance.dat.stepper.model.AdapterModel;
import org.dat4j.conformance.dat.stepper.model.EventModel;
import org.dat4j.conformance.dat.stepper.model.ModelTables.CallRow;
import org.dat4j.conformance.dat.stepper.model.ModelTables.Fault;
import org.dat4j.conformance.dat.stepper.model.PlannedCall;
import org.dat4j.conformance.dat.stepper.model.TransferModel;
import org.dat4j.conformance.stepper.RandomChoice;
import org.dat4j.dat.HandleType;

/**
 * Chooses the DAT stepper's next call: picks a random one by its weight and hands it to the class
 * that makes it.
 */
public final class DatSteps {
  /** Makes a call; false where there is nothing to make it with. */
  private interface Handler {
    boolean make(PlannedCall move);
  }

  private static final int TRIES = 12;
  private static final int FAULTS = 5;
  private static final int SETTLE = 40;

  private final AdapterModel world;
  private final EventDrainer settler;
  private final Map<String, Handler> handlers = new HashMap<>();
  private final List<CallRow> calls = new ArrayList<>();
  private int weights;

  public DatSteps(AdapterModel world, Collection<String> without) {
    this.world = world;
    TransferModel traffic = new TransferModel(world);
    EventModel events = new EventModel(world, traffic);
    this.settler = new EventDrainer(world, events);
    EvdSteps queues = new EvdSteps(world, events);
    settler.queues(queues);
    zones(new PzLmrSteps(world));
    queues(queues);
    notices(new CnoSteps(world));
    points(new ServicePointSteps(world, events, traffic));
    ends(new EpSteps(world, events, traffic, settler));
    ConnectSteps connections = new ConnectSteps(world, events);
    put("ep_connect", connections::connect);
    put("ep_dup_connect", connections::duplicate);
    put("ep_disconnect", connections::disconnect);
    put("ep_modify", new ModifySteps(world, events)::modify);
    PostSteps posts = new PostSteps(world, events, traffic);
    put("ep_post_send", posts::send);
    put("ep_post_recv", posts::receive);
    put("ep_post_rdma_write", move -> posts.rdma(move, false));
    put("ep_post_rdma_read", move -> posts.rdma(move, true));
    windows(new RmrSteps(world, events, traffic));
    pools(new SrqSteps(world, traffic));
    for (CallRow call : world.tables.calls()) {
      if (!handlers.containsKey(call.name())) {
        throw new IllegalStateException("calls.tsv: nobody makes " + call.name());
      }
      if (world.capabilities.meet(call.needs()) && !without.contains(call.name())) {
        calls.add(call);
        weights += call.weight();
      }
    }
  }

  private void put(String call, Handler handler) {
    handlers.put(call, handler);
  }

  private void zones(PzLmrSteps steps) {
    put("ia_query", steps::queryIa);
    put("ia_close", steps::closeIa);
    put("pz_create", steps::createZone);
    put("pz_free", steps::freeZone);
    put("pz_query", steps::queryZone);
    put("lmr_create", steps::createMemory);
    put("lmr_free", steps::freeMemory);
    put("lmr_query", steps::queryMemory);
    put("lmr_sync_rdma_read", move -> steps.sync(move, true));
    put("lmr_sync_rdma_write", move -> steps.sync(move, false));
  }

  private void queues(EvdSteps steps) {
    put("evd_create", steps::create);
    put("evd_free", steps::free);
    put("evd_query", steps::query);
    put("evd_modify_cno", steps::modifyCno);
    put("evd_resize", steps::resize);
    put("evd_enable", move -> steps.enable(move, true));
    put("evd_disable", move -> steps.enable(move, false));
    put("evd_set_unwaitable", move -> steps.waitable(move, false));
    put("evd_clear_unwaitable", move -> steps.waitable(move, true));
    put("evd_dequeue", steps::dequeue);
    put("evd_wait", steps::await);
    put("evd_post_se", steps::postSoftware);
  }

  private void notices(CnoSteps steps) {
    put("cno_create", steps::create);
    put("cno_free", steps::free);
    put("cno_query", steps::query);
    put("cno_wait", steps::await);
    put("cno_modify_agent", steps::modifyAgent);
    put("set_consumer_context", steps::setContext);
    put("get_consumer_context", steps::getContext);
    put("get_handle_type", steps::handleType);
  }

  private void points(ServicePointSteps steps) {
    put("psp_create", move -> steps.create(move, false));
    put("psp_create_any", move -> steps.create(move, true));
    put("psp_free", move -> steps.free(move, HandleType.PSP));
    put("psp_query", move -> steps.query(move, HandleType.PSP));
    put("rsp_create", steps::createReserved);
    put("rsp_free", move -> steps.free(move, HandleType.RSP));
    put("rsp_query", move -> steps.query(move, HandleType.RSP));
    put("cr_query", steps::queryRequest);
    put("cr_accept", steps::accept);
    put("cr_reject", steps::reject);
    put("cr_handoff", steps::handOff);
  }

  private void ends(EpSteps steps) {
    put("ep_create", move -> steps.create(move, false));
    put("ep_create_with_srq", move -> steps.create(move, true));
    put("ep_free", steps::free);
    put("ep_query", steps::query);
    put("ep_get_status", steps::status);
    put("ep_reset", steps::reset);
    put("ep_recv_query", steps::receiveCounts);
    put("ep_set_watermark", steps::watermark);
  }

  private void windows(RmrSteps steps) {
    put("rmr_create", steps::create);
    put("rmr_free", steps::free);
    put("rmr_query", steps::query);
    put("rmr_bind", steps::bind);
  }

  private void pools(SrqSteps steps) {
    put("srq_create", steps::create);
    put("srq_free", steps::free);
    put("srq_post_recv", steps::receive);
    put("srq_query", steps::query);
    put("srq_resize", steps::resize);
    put("srq_set_lw", steps::watermark);
  }

  /** Makes one step. */
  public void step(long seed, long number) {
    world.step(number);
    RandomChoice choice = new RandomChoice(seed, number);
    if (choice.oneIn(SETTLE)) {
      settler.settle(new PlannedCall("settle", null, choice), null);
      return;
    }
    for (int i = 0; i < TRIES; i++) {
      CallRow call = call(choice);
      Fault fault = choice.oneIn(FAULTS) ? fault(call, choice) : null;
      if (handlers.get(call.name()).make(new PlannedCall(call.name(), fault, choice))) {
        return;
      }
    }
  }

  private CallRow call(RandomChoice choice) {
    int place = choice.below(weights);
    for (CallRow call : calls) {
      place -= call.weight();
      if (place < 0) {
        return call;
      }
    }
    throw new IllegalStateException("weights changed");
  }

  private Fault fault(CallRow call, RandomChoice choice) {
    List<Fault> faults =
        world.tables.faults(call.name()).stream()
            .filter(f -> world.capabilities.meet(f.needs()))
            .toList();
    return faults.isEmpty() ? null : choice.of(faults);
  }

  EventDrainer settler() {
    return settler;
  }
}
