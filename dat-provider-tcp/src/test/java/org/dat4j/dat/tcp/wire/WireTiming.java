package org.dat4j.dat.tcp.wire;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Locale;

/**
 * A timing of encoding and parsing one FPDU, as medians of 15 blocks. Run it by hand from the test
 * class path; it checks nothing.
 */
final class WireTiming {
  private static final int BLOCKS = 15;
  private static final long OCTETS_PER_BLOCK = 400_000_000L;

  private final ByteBuffer staging = ByteBuffer.allocateDirect(1 << 18);
  private final ByteBuffer target = ByteBuffer.allocateDirect(1 << 16);
  private int result;

  private WireTiming() {}

  /**
   * Runs all cases.
   *
   * @param args ignored
   */
  public static void main(String[] args) {
    WireTiming timing = new WireTiming();
    for (int payload : new int[] {64, 1428, 8928, 64000}) {
      timing.print(payload, true);
      timing.print(payload, false);
    }
    System.out.println("(check " + timing.result + ")");
  }

  private void print(int payload, boolean useCrc) {
    int count = (int) Math.min(2_000_000, OCTETS_PER_BLOCK / payload);
    Crc32c crc = useCrc ? new Crc32c() : null;
    FpduParser parser = new FpduParser(staging, useCrc);
    double[] encode = new double[BLOCKS];
    double[] parse = new double[BLOCKS];
    for (int block = 0; block < BLOCKS; block++) {
      long start = System.nanoTime();
      for (int i = 0; i < count; i++) {
        FpduEncoder.write(staging, 0, true, 1, i, payload);
        result += FpduEncoder.seal(staging, 0, crc);
      }
      long middle = System.nanoTime();
      int end = Fpdu.size(Fpdu.TAGGED_HEADER + payload);
      InboundChecks checks = new InboundChecks();
      for (int i = 0; i < count; i++) {
        result += parser.parse(0, end) + checks.check(parser);
        target.put(0, staging, parser.payloadOffset(), parser.payloadLength());
      }
      encode[block] = (double) (middle - start) / count;
      parse[block] = (double) (System.nanoTime() - middle) / count;
    }
    Arrays.sort(encode);
    Arrays.sort(parse);
    System.out.printf(
        Locale.ROOT,
        "%5d octets, CRC %-3s: encode %7.1f ns, parse, check and copy %7.1f ns%n",
        payload,
        useCrc ? "on" : "off",
        encode[BLOCKS / 2],
        parse[BLOCKS / 2]);
  }
}
