package org.dat4j.rsm.dat;

/** A peer sent what no process of this provider sends. */
final class MalformedException extends Exception {
  private static final long serialVersionUID = 1L;

  MalformedException(String why) {
    super(why);
  }
}
