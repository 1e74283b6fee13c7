package org.dat4j.rsm.spi;

import org.dat4j.rsm.RsmException;
import org.dat4j.rsm.RsmReturn;

/** Refusals that several classes make. */
final class Errors {
  private Errors() {}

  static RsmException of(int code, String where, String argument, Object value, String remedy) {
    return new RsmException(code, where, argument, value, remedy);
  }

  static RsmException address(String where, String argument, Object value, String remedy) {
    return of(RsmReturn.BAD_ADDR, where, argument, value, remedy);
  }

  static RsmException length(String where, String argument, Object value, String remedy) {
    return of(RsmReturn.BAD_LENGTH, where, argument, value, remedy);
  }

  static RsmException segment(String where, Object segment, String remedy) {
    return of(RsmReturn.BAD_SEG_HNDL, where, "segment", segment, remedy);
  }
}
