package org.dat4j.dat.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.util.Dats;
import org.dat4j.dat.util.Region;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class TransferTest {

  private static final int[] SIZES = {0, 1, 3, 64, 4096, 4097, 64000, 64001, 1 << 20};

  private static ByteBuffer part(Region region, int length) {
    return region.buffer().duplicate().position(0).limit(length);
  }

  @ParameterizedTest
  @ValueSource(strings = {"crc=on", "crc=off", "mulpdu=1442", "mulpdu=9000 crc=off"})
  void aSendArrivesWhole(String params) {
    try (Pair pair = new Pair(params).connect()) {
      Region out = pair.client.register(1 << 20);
      Region in = pair.server.register(1 << 20);
      for (int size : SIZES) {
        Pair.fill(out.buffer(), size);
        Pair.fill(in.buffer(), size + 1);
        pair.receive(pair.server, in, size);
        pair.send(pair.client, out, size, 7);
        assertEquals(size, Dats.awaitDto(pair.client.requestEvd(), 7, Pair.LIMIT, pair.event));
        assertEquals(size, Dats.awaitDto(pair.server.recvEvd(), size, Pair.LIMIT, pair.event));
        assertEquals(part(out, size), part(in, size), "octets of " + size);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"crc=on", "crc=off", "mulpdu=1442"})
  void anRdmaWriteThenASendShowsTheData(String params) {
    try (Pair pair = new Pair(params).connect()) {
      Region out = pair.client.register(1 << 20);
      Region target = pair.server.register(1 << 20);
      Region in = pair.server.register(8);
      for (int size : SIZES) {
        Pair.fill(out.buffer(), size + 5);
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
        assertEquals(size, Dats.awaitDto(pair.client.requestEvd(), 2, Pair.LIMIT, pair.event));
        Dats.awaitDto(pair.client.requestEvd(), 3, Pair.LIMIT, pair.event);
        Dats.awaitDto(pair.server.recvEvd(), 1, Pair.LIMIT, pair.event);
        assertEquals(part(out, size), part(target, size), "octets of " + size);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"crc=on", "crc=off", "mulpdu=1442"})
  void anRdmaReadFetchesTheData(String params) {
    try (Pair pair = new Pair(params).connect()) {
      Region sink = pair.client.register(1 << 20);
      Region source = pair.server.register(1 << 20);
      for (int size : SIZES) {
        Pair.fill(source.buffer(), size + 9);
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
        assertEquals(size, Dats.awaitDto(pair.client.requestEvd(), 4, Pair.LIMIT, pair.event));
        assertEquals(part(source, size), part(sink, size), "octets of " + size);
      }
    }
  }
}
