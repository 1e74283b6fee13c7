package org.dat4j.dat.spi.software;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import org.dat4j.dat.registry.FakeProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The attributes that a provider and its transport give to a software adapter. */
class SoftIaAttributesTest {

  @ParameterizedTest
  @ValueSource(ints = {-1, 0, 63})
  void lessPrivateDataThanTheContractPromisesIsRefused(int bytes) {
    FakeProvider provider = new FakeProvider("small");
    String message =
        assertThrows(
                IllegalArgumentException.class, () -> SoftIa.providerAttributes(provider, bytes))
            .getMessage();
    assertTrue(message.contains(FakeProvider.class.getName()), message);
    assertTrue(message.contains("got " + bytes + " as maxPrivateDataSize"), message);
    assertTrue(message.contains("at least 64 bytes"), message);
  }

  @Test
  void theLeastPrivateDataIsAccepted() {
    assertEquals(
        64, SoftIa.providerAttributes(new FakeProvider("enough"), 64).maxPrivateDataSize());
  }

  @Test
  void transportWithoutAnAddressIsRefusedByItsClass() {
    Fabric nowhere = new Nowhere();
    String message =
        assertThrows(IllegalStateException.class, () -> SoftIa.iaAttributes("none0", nowhere))
            .getMessage();
    assertTrue(message.contains("Nowhere.address() returned null"), message);
    assertTrue(message.contains("getLoopbackAddress()"), message);
  }

  /** A transport that gives no address. */
  private static final class Nowhere extends StubFabric {
    @Override
    public InetAddress address() {
      return null;
    }
  }
}
