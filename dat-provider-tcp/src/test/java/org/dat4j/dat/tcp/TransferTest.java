package org.dat4j.dat.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.EpAttr;
import org.dat4j.dat.util.Dats;
import org.dat4j.dat.util.Region;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(240)
class TransferTest {

  private static final int WINDOW = 64;
  private static final int MESSAGES = 20_000;
  private static final int[] SIZES = {0, 1, 3, 64, 4096, 4097, 64000, 64001, 1 << 20};

  private static ByteBuffer part(Region region, int length) {
    return region.buffer().duplicate().position(0).limit(length);
  }

  @ParameterizedTest
  @ValueSource(strings = {"crc=on", "crc=off", "mulpdu=1442", "mulpdu=9000 crc=off"})
  void aSendArrivesWhole(String params) {
    try (AdapterPair pair = new AdapterPair(params).connect()) {
      Region out = pair.client.register(1 << 20);
      Region in = pair.server.register(1 << 20);
      for (int size : SIZES) {
        AdapterPair.fill(out.buffer(), size);
        AdapterPair.fill(in.buffer(), size + 1);
        pair.receive(pair.server, in, size);
        pair.send(pair.client, out, size, 7);
        assertEquals(
            size, Dats.awaitDto(pair.client.requestEvd(), 7, AdapterPair.LIMIT, pair.event));
        assertEquals(
            size, Dats.awaitDto(pair.server.recvEvd(), size, AdapterPair.LIMIT, pair.event));
        assertEquals(part(out, size), part(in, size), "bytes of " + size);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"crc=on", "crc=off", "mulpdu=1442"})
  void anRdmaWriteThenASendShowsTheData(String params) {
    try (AdapterPair pair = new AdapterPair(params).connect()) {
      Region out = pair.client.register(1 << 20);
      Region target = pair.server.register(1 << 20);
      Region in = pair.server.register(8);
      for (int size : SIZES) {
        AdapterPair.fill(out.buffer(), size + 5);
        pair.receive(pair.server, in, 1);
        int posted =
            pair.client
                .ep()
                .postRdmaWrite(
                    out.context(),
                    out.address(),
                    size,
                    2,
                    target.context(),
                    target.address(),
                    CompletionFlags.DEFAULT);
        assertEquals(DatReturn.SUCCESS, posted);
        pair.send(pair.client, out, 8, 3);
        assertEquals(
            size, Dats.awaitDto(pair.client.requestEvd(), 2, AdapterPair.LIMIT, pair.event));
        Dats.awaitDto(pair.client.requestEvd(), 3, AdapterPair.LIMIT, pair.event);
        Dats.awaitDto(pair.server.recvEvd(), 1, AdapterPair.LIMIT, pair.event);
        assertEquals(part(out, size), part(target, size), "bytes of " + size);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"crc=on", "crc=off", "mulpdu=1442"})
  void anRdmaReadFetchesTheData(String params) {
    try (AdapterPair pair = new AdapterPair(params).connect()) {
      Region sink = pair.client.register(1 << 20);
      Region source = pair.server.register(1 << 20);
      for (int size : SIZES) {
        AdapterPair.fill(source.buffer(), size + 9);
        int posted =
            pair.client
                .ep()
                .postRdmaRead(
                    sink.context(),
                    sink.address(),
                    size,
                    4,
                    source.context(),
                    source.address(),
                    CompletionFlags.DEFAULT);
        assertEquals(DatReturn.SUCCESS, posted);
        assertEquals(
            size, Dats.awaitDto(pair.client.requestEvd(), 4, AdapterPair.LIMIT, pair.event));
        assertEquals(part(source, size), part(sink, size), "bytes of " + size);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"'',64", "crc=off,64", "mulpdu=1442,3000", "'',9000"})
  void aWindowOfMessagesArrivesInOrderAndWhole(String params, int size) {
    EpAttr attr = EpAttr.DEFAULT.toBuilder().maxRecvDtos(WINDOW).maxRequestDtos(WINDOW).build();
    try (AdapterPair pair = new AdapterPair(params, params, attr).connect()) {
      Region out = pair.client.register(WINDOW * size);
      Region in = pair.server.register(WINDOW * size);
      int posted = 0;
      int sent = 0;
      for (int i = 0; i < WINDOW; i++) {
        receive(pair, in, i, size);
      }
      for (int received = 0; received < MESSAGES; received++) {
        while (posted < MESSAGES && posted - received < WINDOW) {
          if (posted - sent == WINDOW) {
            // A message can arrive before the thread that wrote it has reported that.
            Dats.awaitDto(pair.client.requestEvd(), sent++, AdapterPair.LIMIT, pair.event);
          }
          int at = posted % WINDOW * size;
          out.buffer().putInt(at, posted).putInt(at + size - 4, ~posted);
          int outcome =
              pair.client
                  .ep()
                  .postSend(
                      out.context(), out.address() + at, size, posted, CompletionFlags.DEFAULT);
          assertEquals(DatReturn.SUCCESS, outcome);
          posted++;
        }
        while (pair.client.requestEvd().dequeue(pair.event) == DatReturn.SUCCESS) {
          assertEquals(DtoStatus.SUCCESS, pair.event.status());
          assertEquals(sent++, pair.event.cookie());
        }
        assertEquals(
            size, Dats.awaitDto(pair.server.recvEvd(), received, AdapterPair.LIMIT, pair.event));
        int at = received % WINDOW * size;
        assertEquals(received, in.buffer().getInt(at));
        assertEquals(~received, in.buffer().getInt(at + size - 4));
        receive(pair, in, received + WINDOW, size);
      }
    }
  }

  private static void receive(AdapterPair pair, Region in, int number, int size) {
    long address = in.address() + (long) (number % WINDOW) * size;
    pair.server.ep().postRecv(in.context(), address, size, number, CompletionFlags.DEFAULT);
  }
}
