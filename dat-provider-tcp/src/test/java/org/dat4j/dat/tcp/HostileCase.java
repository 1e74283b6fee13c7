package org.dat4j.dat.tcp;

import java.io.IOException;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.dat4j.dat.DtoStatus;

/**
 * One wrong or odd input of a peer, and the adapter's expected reaction.
 *
 * @param number in the list of inputs that a hardened receiver is tried with, see {@link
 *     HostileTest}
 * @param name the mistake
 * @param before FPDUs that are in order
 * @param ulpdu the one that is not; or, where its framing is wrong, all its bytes
 * @param raw whether those are bytes and not a ULPDU to be framed
 * @param fault "layer/etype/code" of the Terminate; null when the stream has to go on
 * @param copy the part of it that the Terminate shows
 * @param first status of the oldest receive
 * @param crc "on" or "off" when it makes sense with only one of them
 */
record HostileCase(
    int number,
    String name,
    Function<HostileScene, String> before,
    Function<HostileScene, String> ulpdu,
    boolean raw,
    String fault,
    HexFrames.Copy copy,
    DtoStatus first,
    String crc) {

  private static final Function<HostileScene, String> NOTHING_BEFORE = scene -> "";

  /** A ULPDU that ends the connection. */
  static HostileCase refused(
      int number,
      String name,
      String fault,
      HexFrames.Copy copy,
      Function<HostileScene, String> ulpdu) {
    return new HostileCase(
        number, name, NOTHING_BEFORE, ulpdu, false, fault, copy, DtoStatus.ERR_FLUSHED, null);
  }

  /** The same with a constant ULPDU. */
  static HostileCase refused(
      int number, String name, String fault, HexFrames.Copy copy, String ulpdu) {
    return refused(number, name, fault, copy, scene -> ulpdu);
  }

  /** Bytes without boundaries, of which a Terminate shows nothing. */
  static HostileCase garbled(
      int number, String name, String fault, Function<HostileScene, String> bytes) {
    return new HostileCase(
        number,
        name,
        NOTHING_BEFORE,
        bytes,
        true,
        fault,
        HexFrames.Copy.NOTHING,
        DtoStatus.ERR_FLUSHED,
        null);
  }

  /** Bytes without effect: the stream continues. */
  static HostileCase accepted(int number, String name, Function<HostileScene, String> bytes) {
    return garbled(number, name, null, bytes);
  }

  HostileCase after(Function<HostileScene, String> goodUlpdu) {
    return new HostileCase(
        number,
        name,
        scene -> scene.fpdu(goodUlpdu.apply(scene)),
        ulpdu,
        raw,
        fault,
        copy,
        first,
        crc);
  }

  /** Good ULPDUs 1 to count go ahead, in the same write. */
  HostileCase afterEach(int count, IntFunction<String> goodUlpdu) {
    return new HostileCase(
        number,
        name,
        scene -> {
          StringBuilder all = new StringBuilder();
          for (int i = 1; i <= count; i++) {
            all.append(scene.fpdu(goodUlpdu.apply(i)));
          }
          return all.toString();
        },
        ulpdu,
        raw,
        fault,
        copy,
        first,
        crc);
  }

  HostileCase receiveEnds(DtoStatus status) {
    return new HostileCase(number, name, before, ulpdu, raw, fault, copy, status, crc);
  }

  HostileCase onlyWithCrc(String value) {
    return new HostileCase(number, name, before, ulpdu, raw, fault, copy, first, value);
  }

  /** Whether no receive may be touched. */
  boolean isDeliveredNothing() {
    return before == NOTHING_BEFORE && fault != null && first == DtoStatus.ERR_FLUSHED;
  }

  boolean suits(boolean withCrc) {
    return crc == null || crc.equals(withCrc ? "on" : "off");
  }

  /** Sends it; the bytes with which the adapter has to answer and end, null if it must go on. */
  String send(HostileScene scene) throws IOException {
    String refused = ulpdu.apply(scene);
    scene.peer.write(before.apply(scene) + (raw ? refused : scene.fpdu(refused)));
    return fault == null ? null : scene.fpdu(HexFrames.terminate(fault, copy, refused));
  }

  @Override
  public String toString() {
    return number + ": " + name;
  }
}
