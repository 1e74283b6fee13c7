package org.dat4j.conformance.dat.mutant;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import org.dat4j.conformance.dat.mutant.fault.DatFault;
import org.dat4j.conformance.mutant.ChangedRecord;
import org.dat4j.dat.DatObject;
import org.dat4j.dat.spi.forward.Call;

/**
 * A known fault that makes a DAT provider a mutant: a query returns one wrong value.
 *
 * @param page the query
 * @param path the component of its answer, or of a part of the answer after a dot
 */
record FieldFault(String page, String path) implements DatFault {
  @Override
  public Object call(Call call) {
    Object answer = call.proceed();
    return DatPages.of(call).equals(page) && answer instanceof Record told
        ? ChangedRecord.with(told, path, FieldFault::other)
        : answer;
  }

  /** Another value of a type: a number one higher, an object gone, a text or list longer. */
  private static Object other(Class<?> type, Object value) {
    if (type == int.class) {
      return (int) value + 1;
    } else if (type == long.class) {
      return (long) value + 1;
    } else if (type == boolean.class) {
      return !(boolean) value;
    } else if (type.isEnum()) {
      Object[] all = type.getEnumConstants();
      return all[(((Enum<?>) value).ordinal() + 1) % all.length];
    } else if (value instanceof byte[] data) {
      return Arrays.copyOf(data, data.length + 1);
    } else if (value instanceof String text) {
      return text + "x";
    } else if (value instanceof InetAddress address) {
      return next(address);
    } else if (DatObject.class.isAssignableFrom(type) || value == null) {
      return null;
    }
    throw new IllegalArgumentException("no other value of " + type);
  }

  private static InetAddress next(InetAddress address) {
    byte[] bytes = address.getAddress();
    bytes[bytes.length - 1] ^= 1;
    try {
      return InetAddress.getByAddress(bytes);
    } catch (UnknownHostException e) {
      throw new IllegalStateException("an address of " + bytes.length + " bytes", e);
    }
  }
}
