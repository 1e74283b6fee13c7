package org.dat4j.dat.udapl.abi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Calls of the direct mapping against the C double, which the headers declare. */
class LibDatTest {

  private static final Field LONG_0 = new Field(0, 8);
  private static final Field LONG_1 = new Field(8, 8);
  private static final Field LONG_2 = new Field(16, 8);
  private static final Field LONG_3 = new Field(24, 8);
  private static final Field LONG_4 = new Field(32, 8);

  @BeforeEach
  void loadDouble() {
    NativeTools.loadDouble();
  }

  static Stream<Method> functions() {
    return DatLibrary.functions().stream()
        .flatMap(c -> Arrays.stream(c.getDeclaredMethods()))
        .filter(m -> Modifier.isNative(m.getModifiers()))
        .sorted(Comparator.comparing(Method::getName));
  }

  @ParameterizedTest
  @MethodSource("functions")
  void everyArgumentArrivesInItsPlaceWithItsWidth(Method function) throws Exception {
    Class<?>[] types = function.getParameterTypes();
    Object[] arguments = new Object[types.length];
    for (int i = 0; i < types.length; i++) {
      // All 64 (32) bits in use, the top one set, no two alike: swaps and truncations show.
      long pattern = 0x9182_7364_5546_3700L + 0x0101_0101_0101_0101L * i;
      if (types[i] == int.class) {
        arguments[i] = (int) (pattern >> 32);
      } else {
        arguments[i] = pattern;
      }
    }
    if (takesHandleFirst(function)) {
      arguments[0] = DoubleControl.double_handle((long) arguments[0]);
    }

    function.invoke(null, arguments);

    assertEquals(function.getName(), DoubleControl.name());
    assertEquals(1, DoubleControl.calls());
    assertEquals(types.length, DoubleControl.argumentCount());
    for (int i = 0; i < types.length; i++) {
      boolean isInt = types[i] == int.class;
      assertEquals(isInt ? 4 : 8, DoubleControl.argumentSize(i), "bytes of argument " + i);
      long expected = isInt ? Integer.toUnsignedLong((int) arguments[i]) : (long) arguments[i];
      assertEquals(
          Long.toHexString(expected), Long.toHexString(DoubleControl.argument(i)), "argument " + i);
    }
  }

  @ParameterizedTest
  @MethodSource("functions")
  void returnValueComesBackWithAllItsBits(Method function) throws Exception {
    DoubleControl.double_result(0x8003_0007);
    Object[] arguments =
        Arrays.stream(function.getParameterTypes())
            .map(t -> t == int.class ? (Object) 0 : (Object) 0L)
            .toArray();
    if (takesHandleFirst(function)) {
      arguments[0] = DoubleControl.double_handle(0);
    }

    assertEquals(0x8003_0007, function.invoke(null, arguments));
  }

  /** All functions but the one that opens an adapter are calls on an object. */
  private static boolean takesHandleFirst(Method function) {
    return !function.getName().equals("dat_ia_openv");
  }

  @Test
  void handleThatIsNoPointerIsRefusedByTheLibraryOf12() {
    Assumptions.assumeTrue(Abi.current() == Abi.DAT_1_2, "2.0 dereferences it");
    assertEquals(0x8005_0000, LibDat.dat_ep_free(0));
    assertEquals(0x8005_0000, LibDat.dat_ep_free(DoubleControl.double_handle(0) + 2));
    assertEquals(0, DoubleControl.calls());
  }

  @Test
  void lmrCreateWritesFiveResults() {
    DoubleControl.double_outputs(1);
    NativeMemory out = NativeMemory.allocate(40);

    int ret =
        DatCalls.lmrCreate(
            DoubleControl.double_handle(1),
            0,
            0x7fff_0123_4567_0000L,
            0x1_0000_0001L,
            2,
            0x33,
            out.address());

    assertTrue(ReturnCodes.isSuccess(ret));
    assertNotEquals(0, out.getLong(LONG_0));
    assertEquals(0x1111_2222, out.getLong(LONG_1));
    assertEquals(0x3333_4444, out.getLong(LONG_2));
    assertEquals(0x1_0000_0002L, out.getLong(LONG_3));
    assertEquals(0x7fff_0123_4567_0002L, out.getLong(LONG_4));
  }

  @Test
  void rejectWithoutPrivateDataNamesTheRequestOnly() {
    long cr = DoubleControl.double_handle(0x77);

    assertEquals(0, DatCalls.crReject(cr));

    assertEquals("dat_cr_reject", DoubleControl.name());
    assertEquals(cr, DoubleControl.argument(0));
    for (int i = 1; i < DoubleControl.argumentCount(); i++) {
      assertEquals(0, DoubleControl.argument(i), "argument " + i);
    }
  }

  @Test
  void iaHandleComesInAPointerSizedSlot() {
    DoubleControl.double_outputs(1);
    NativeMemory name = NativeMemory.allocate(256);
    name.setText(new Field(0, 256), "rdma0");
    NativeMemory out = NativeMemory.allocate(16);
    out.setLong(LONG_1, -1);

    int ret =
        LibDat.dat_ia_openv(name.address(), 8, out.address(LONG_0), out.address(LONG_1), 2, 0, 0);
    String opened = ForeignMemory.text(DoubleControl.argument(0));

    assertTrue(ReturnCodes.isSuccess(ret));
    if (Abi.current() == Abi.DAT_2_0) {
      assertEquals(1, out.getLong(LONG_1));
    } else {
      assertEquals(0, LibDat.dat_ia_close(out.getLong(LONG_1), 0));
    }
    assertEquals("rdma0", opened);
  }

  @Test
  void attributesAreReadWhereTheLibraryWritesThem() {
    DoubleControl.double_outputs(1);
    NativeMemory attr = NativeMemory.allocate(AttrLayout.IaAttr.SIZE);

    LibDat.dat_ia_query(DoubleControl.double_handle(1), 0, -1, attr.address(), 0, 0);

    assertEquals("double", attr.getText(AttrLayout.IaAttr.ADAPTER_NAME));
    assertEquals(11, attr.getInt(AttrLayout.IaAttr.MAX_EPS));
    assertEquals(0xfedc_ba98_7654_3210L, attr.getLong(AttrLayout.IaAttr.MAX_LMR_VIRTUAL_ADDRESS));
    assertEquals(0x8000_0000L, attr.getUnsigned(AttrLayout.IaAttr.MAX_MESSAGE_SIZE));
  }

  @Test
  void segmentsArriveMemberByMember() {
    DoubleControl.double_outputs(1);
    TripletMemory local = new TripletMemory(2);
    local.put(0, 0xaaaa_0001, 0x7f00_0000_1000L, 64);
    local.put(1, 0xaaaa_0002, 0x7f00_0000_2000L, TripletMemory.MAX_LENGTH);
    TripletMemory remote = new TripletMemory(1);
    remote.put(0, 0xbbbb_0001, 0xffff_8000_0000_0000L, 0x8000_0000L);

    LibDat.dat_ep_post_rdma_write(
        DoubleControl.double_handle(5), 2, local.address(), -2, remote.address(), 1);

    assertEquals(2, DoubleControl.segmentCount());
    assertEquals(0x7f00_0000_1000L, DoubleControl.segmentAddress(0));
    assertEquals(64, DoubleControl.segmentLength(0));
    assertEquals(0xaaaa_0001L, DoubleControl.segmentContext(0));
    assertEquals(0x7f00_0000_2000L, DoubleControl.segmentAddress(1));
    assertEquals(TripletMemory.MAX_LENGTH, DoubleControl.segmentLength(1));
    assertEquals(0xaaaa_0002L, DoubleControl.segmentContext(1));
    int r = DoubleControl.REMOTE_SEGMENT;
    assertEquals(0xffff_8000_0000_0000L, DoubleControl.segmentAddress(r));
    assertEquals(0x8000_0000L, DoubleControl.segmentLength(r));
    assertEquals(0xbbbb_0001L, DoubleControl.segmentContext(r));
  }
}
