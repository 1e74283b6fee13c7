package org.dat4j.dat.spi;

import java.net.InetAddress;
import org.dat4j.dat.ConnectFlags;
import org.dat4j.dat.DatConstants;
import org.dat4j.dat.ProviderAttr;
import org.dat4j.dat.Qos;

/**
 * Checks of the arguments of connects and accepts, the same for all DAT providers: address, time
 * limit, private data, flags.
 */
final class ConnectChecks {

  private ConnectChecks() {}

  static void address(String where, InetAddress remoteAddress) {
    if (remoteAddress == null) {
      throw Errors.parameter(where, 2, "remoteAddress", null, "give the address of an adapter");
    }
  }

  static void timeout(String where, int position, long timeoutMicros) {
    if (timeoutMicros <= 0 || timeoutMicros > DatConstants.TIMEOUT_INFINITE) {
      throw Errors.parameter(
          where,
          position,
          "timeoutMicros",
          timeoutMicros,
          "give 1 to 4294967295 (TIMEOUT_INFINITE)");
    }
  }

  /** Refuses private data that the provider could not carry. */
  static void privateData(String where, int position, byte[] privateData, ProviderAttr provider) {
    int max = provider.maxPrivateDataSize();
    if (privateData != null && privateData.length > max) {
      throw Errors.parameter(
          where,
          position,
          "privateData",
          privateData.length + " bytes",
          "give at most " + max + ", as max_private_data_size says");
    }
  }

  static void qos(String where, int position, int qos, ProviderAttr provider) {
    EpChecks.qosBits(where, position, qos);
    if ((qos & ~provider.qosSupported()) != 0) {
      throw Errors.model(where, "qos", Qos.toString(qos), "use Qos.BEST_EFFORT");
    }
  }

  static void flags(String where, int flags, ProviderAttr provider) {
    if ((flags & ~ConnectFlags.MULTIPATH) != 0) {
      throw Errors.parameter(where, 8, "flags", flags, "use defined connect flags");
    }
    if ((flags & ConnectFlags.MULTIPATH) != 0 && !provider.supportsMultipath()) {
      throw Errors.model(
          where, "flags", ConnectFlags.toString(flags), "supports_multipath is false");
    }
  }
}
