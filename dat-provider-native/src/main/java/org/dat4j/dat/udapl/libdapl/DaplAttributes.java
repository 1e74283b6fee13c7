package org.dat4j.dat.udapl.libdapl;

import java.util.ArrayList;
import java.util.List;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.DatConstants;
import org.dat4j.dat.EpAttr;
import org.dat4j.dat.EpCreatorForPsp;
import org.dat4j.dat.IaAttr;
import org.dat4j.dat.IovOwnership;
import org.dat4j.dat.NamedAttr;
import org.dat4j.dat.ProviderAttr;
import org.dat4j.dat.PzSupport;
import org.dat4j.dat.Qos;
import org.dat4j.dat.udapl.abi.AttrLayout;
import org.dat4j.dat.udapl.abi.CodeTranslation;
import org.dat4j.dat.udapl.abi.Field;
import org.dat4j.dat.udapl.abi.ForeignMemory;
import org.dat4j.dat.udapl.abi.NativeMemory;
import org.dat4j.dat.udapl.machine.LoadedStack;

/**
 * Converts the attributes of adapters, providers and endpoints between the uDAPL library and DAT
 * 1.2, for the native backend. Features that this provider lacks are declared absent, whatever the
 * library reports.
 */
public final class DaplAttributes {

  /**
   * Longest EVD that is declared. Devices report millions, for which they then have no memory, and
   * libdapl does not survive that: see {@link DaplEvdFactory}.
   */
  private static final int MAX_EVD = 1 << 16;

  /** Bytes of private data that every provider has to take. */
  private static final int MIN_PRIVATE_DATA = 64;

  private static final int STREAMS = 6;
  private static final int DTO = 2;
  private static final int BIND = 4;
  private static final int MAX_NAMED = 1000;
  private static final String DEVICE_NAME = "DAT_IB_DEVICE_NAME";
  private static final String COMPLETION = "completion";
  // iWARP has no acknowledgement: a write completes when the transport has taken it over.
  private static final String LOCAL = "local";
  private static final String REMOTE = "remote";
  private static final Field POINTER_0 = AttrLayout.NamedAttr.NAME;
  private static final Field POINTER_1 = AttrLayout.NamedAttr.VALUE;

  private DaplAttributes() {}

  /**
   * Reads adapter attributes.
   *
   * @param m a DAT_IA_ATTR the library has filled
   * @param name of the adapter
   * @return without RMRs, which do not work in the library, and without shared queues, which {@link
   *     SrqCapability} declares
   */
  public static IaAttr adapter(NativeMemory m, String name) {
    return IaAttr.EMPTY.toBuilder()
        .adapterName(name)
        .vendorName(m.getText(AttrLayout.IaAttr.VENDOR_NAME))
        .hardwareVersionMajor(m.getInt(AttrLayout.IaAttr.HARDWARE_VERSION_MAJOR))
        .hardwareVersionMinor(m.getInt(AttrLayout.IaAttr.HARDWARE_VERSION_MINOR))
        .firmwareVersionMajor(m.getInt(AttrLayout.IaAttr.FIRMWARE_VERSION_MAJOR))
        .firmwareVersionMinor(m.getInt(AttrLayout.IaAttr.FIRMWARE_VERSION_MINOR))
        .iaAddress(SocketAddresses.read(m.getLong(AttrLayout.IaAttr.IA_ADDRESS_PTR)))
        .maxEps(m.getInt(AttrLayout.IaAttr.MAX_EPS))
        .maxDtoPerEp(m.getInt(AttrLayout.IaAttr.MAX_DTO_PER_EP))
        .maxRdmaReadPerEpIn(m.getInt(AttrLayout.IaAttr.MAX_RDMA_READ_PER_EP_IN))
        .maxRdmaReadPerEpOut(m.getInt(AttrLayout.IaAttr.MAX_RDMA_READ_PER_EP_OUT))
        .maxEvds(m.getInt(AttrLayout.IaAttr.MAX_EVDS))
        .maxEvdQlen(Math.min(MAX_EVD, m.getInt(AttrLayout.IaAttr.MAX_EVD_QLEN)))
        .maxIovSegmentsPerDto(m.getInt(AttrLayout.IaAttr.MAX_IOV_SEGMENTS_PER_DTO))
        .maxLmrs(m.getInt(AttrLayout.IaAttr.MAX_LMRS))
        .maxLmrBlockSize(m.getUnsigned(AttrLayout.IaAttr.MAX_LMR_BLOCK_SIZE))
        .maxLmrVirtualAddress(m.getLong(AttrLayout.IaAttr.MAX_LMR_VIRTUAL_ADDRESS))
        .maxPzs(m.getInt(AttrLayout.IaAttr.MAX_PZS))
        .maxMessageSize(m.getUnsigned(AttrLayout.IaAttr.MAX_MESSAGE_SIZE))
        .maxRdmaSize(m.getUnsigned(AttrLayout.IaAttr.MAX_RDMA_SIZE))
        .maxIovSegmentsPerRdmaRead(m.getInt(AttrLayout.IaAttr.MAX_IOV_SEGMENTS_PER_RDMA_READ))
        .maxIovSegmentsPerRdmaWrite(m.getInt(AttrLayout.IaAttr.MAX_IOV_SEGMENTS_PER_RDMA_WRITE))
        .maxRdmaReadIn(m.getInt(AttrLayout.IaAttr.MAX_RDMA_READ_IN))
        .maxRdmaReadOut(m.getInt(AttrLayout.IaAttr.MAX_RDMA_READ_OUT))
        .maxRdmaReadPerEpInGuaranteed(
            m.getInt(AttrLayout.IaAttr.MAX_RDMA_READ_PER_EP_IN_GUARANTEED) != 0)
        .maxRdmaReadPerEpOutGuaranteed(
            m.getInt(AttrLayout.IaAttr.MAX_RDMA_READ_PER_EP_OUT_GUARANTEED) != 0)
        .transportAttr(
            named(m, AttrLayout.IaAttr.NUM_TRANSPORT_ATTR, AttrLayout.IaAttr.TRANSPORT_ATTR))
        .vendorAttr(named(m, AttrLayout.IaAttr.NUM_VENDOR_ATTR, AttrLayout.IaAttr.VENDOR_ATTR))
        .build();
  }

  /**
   * Reads provider attributes.
   *
   * @param m a DAT_PROVIDER_ATTR the library has filled
   * @param used the libraries and devices that serve the adapter
   * @return what the library and this provider do together
   */
  public static ProviderAttr provider(NativeMemory m, LoadedStack used) {
    List<NamedAttr> specific =
        named(
            m,
            AttrLayout.ProviderAttr.NUM_PROVIDER_SPECIFIC_ATTR,
            AttrLayout.ProviderAttr.PROVIDER_SPECIFIC_ATTR);
    String device = deviceName(specific);
    specific.add(new NamedAttr(COMPLETION, used.isIwarp(device) ? LOCAL : REMOTE));
    specific.addAll(used.attributes(device));
    int defined = Qos.HIGH_THROUGHPUT | Qos.LOW_LATENCY | Qos.ECONOMY | Qos.PREMIUM;
    return ProviderAttr.EMPTY.toBuilder()
        .providerName(m.getText(AttrLayout.ProviderAttr.PROVIDER_NAME))
        .providerVersionMajor(m.getInt(AttrLayout.ProviderAttr.PROVIDER_VERSION_MAJOR))
        .providerVersionMinor(m.getInt(AttrLayout.ProviderAttr.PROVIDER_VERSION_MINOR))
        .iovOwnershipOnReturn(IovOwnership.CONSUMER)
        .qosSupported(m.getInt(AttrLayout.ProviderAttr.DAT_QOS_SUPPORTED) & defined)
        .completionFlagsSupported(
            CompletionFlags.SUPPRESS
                | CompletionFlags.BARRIER_FENCE
                | CompletionFlags.EVD_THRESHOLD)
        .isThreadSafe(true)
        .maxPrivateDataSize(
            privateData(m.getInt(AttrLayout.ProviderAttr.MAX_PRIVATE_DATA_SIZE), specific))
        .epCreator(EpCreatorForPsp.NEVER)
        .pzSupport(
            PzSupport.of(CodeTranslation.pzSupport(m.getInt(AttrLayout.ProviderAttr.PZ_SUPPORT))))
        .optimalBufferAlignment(alignment(m))
        .evdStreamMergingSupported(merging(m))
        .lmrSyncReq(m.getInt(AttrLayout.ProviderAttr.LMR_SYNC_REQ) != 0)
        .rdmaWriteForRdmaReadReq(
            m.getInt(AttrLayout.ProviderAttr.RDMA_WRITE_FOR_RDMA_READ_REQ) != 0)
        .providerSpecificAttr(specific)
        .build();
  }

  /**
   * Writes endpoint attributes.
   *
   * @param attr of 1.2, within the limits of the adapter
   * @param recvEvd whether there is an EVD for Receives; the library wants no queue without one and
   *     no EVD without queue
   * @param requestEvd whether there is an EVD for requests
   * @return a DAT_EP_ATTR
   */
  public static NativeMemory endpoint(EpAttr attr, boolean recvEvd, boolean requestEvd) {
    NativeMemory m = NativeMemory.allocate(AttrLayout.EpAttr.SIZE);
    m.setInt(AttrLayout.EpAttr.SERVICE_TYPE, attr.serviceType().value());
    m.setUnsigned(AttrLayout.EpAttr.MAX_MESSAGE_SIZE, attr.maxMessageSize());
    m.setUnsigned(AttrLayout.EpAttr.MAX_RDMA_SIZE, attr.maxRdmaSize());
    m.setInt(AttrLayout.EpAttr.QOS, attr.qos());
    m.setInt(AttrLayout.EpAttr.RECV_COMPLETION_FLAGS, attr.recvCompletionFlags());
    m.setInt(AttrLayout.EpAttr.REQUEST_COMPLETION_FLAGS, attr.requestCompletionFlags());
    m.setInt(AttrLayout.EpAttr.MAX_RECV_DTOS, recvEvd ? Math.max(1, attr.maxRecvDtos()) : 0);
    m.setInt(
        AttrLayout.EpAttr.MAX_REQUEST_DTOS, requestEvd ? Math.max(1, attr.maxRequestDtos()) : 0);
    m.setInt(AttrLayout.EpAttr.MAX_RECV_IOV, recvEvd ? Math.max(1, attr.maxRecvIov()) : 0);
    m.setInt(AttrLayout.EpAttr.MAX_REQUEST_IOV, requestEvd ? requestIov(attr) : 0);
    m.setInt(AttrLayout.EpAttr.MAX_RDMA_READ_IN, attr.maxRdmaReadIn());
    m.setInt(AttrLayout.EpAttr.MAX_RDMA_READ_OUT, attr.maxRdmaReadOut());
    m.setInt(AttrLayout.EpAttr.SRQ_SOFT_HW, attr.srqSoftHw());
    m.setInt(AttrLayout.EpAttr.MAX_RDMA_READ_IOV, attr.maxRdmaReadIov());
    m.setInt(AttrLayout.EpAttr.MAX_RDMA_WRITE_IOV, attr.maxRdmaWriteIov());
    return m;
  }

  /**
   * Returns the most segments of any request: the library's request queue takes Sends and RDMA
   * alike, and reads this member only.
   */
  private static int requestIov(EpAttr attr) {
    int rdma = Math.max(attr.maxRdmaReadIov(), attr.maxRdmaWriteIov());
    return Math.max(1, Math.max(attr.maxRequestIov(), rdma));
  }

  private static int alignment(NativeMemory m) {
    int value = m.getInt(AttrLayout.ProviderAttr.OPTIMAL_BUFFER_ALIGNMENT);
    boolean divides = value > 0 && DatConstants.OPTIMAL_ALIGNMENT % value == 0;
    return divides ? value : DatConstants.OPTIMAL_ALIGNMENT;
  }

  /**
   * Returns the library's matrix of streams that may share an EVD, without DTOs beside others. Its
   * dequeue of a failed DTO posts a connection event, and waits for itself for ever if that goes to
   * the same EVD.
   */
  private static List<List<Boolean>> merging(NativeMemory m) {
    int start = AttrLayout.ProviderAttr.EVD_STREAM_MERGING_SUPPORTED.offset();
    List<List<Boolean>> rows = new ArrayList<>();
    for (int i = 0; i < STREAMS; i++) {
      List<Boolean> row = new ArrayList<>();
      for (int j = 0; j < STREAMS; j++) {
        boolean library = m.getInt(start + (i * STREAMS + j) * Integer.BYTES) != 0;
        row.add(i == j || library && isTransfer(i) == isTransfer(j));
      }
      rows.add(List.copyOf(row));
    }
    return rows;
  }

  private static boolean isTransfer(int stream) {
    return stream == DTO || stream == BIND;
  }

  private static List<NamedAttr> named(NativeMemory m, Field count, Field array) {
    List<NamedAttr> list = new ArrayList<>();
    long address = m.getLong(array);
    int n = address == 0 ? 0 : Math.min(m.getInt(count), MAX_NAMED);
    for (int i = 0; i < n; i++) {
      long entry = address + (long) i * AttrLayout.NamedAttr.SIZE;
      String name = ForeignMemory.text(ForeignMemory.pointer(entry + POINTER_0.offset()));
      String value = ForeignMemory.text(ForeignMemory.pointer(entry + POINTER_1.offset()));
      if (name != null) {
        list.add(new NamedAttr(name, value == null ? "" : value));
      }
    }
    return list;
  }

  /** Returns the name of the verbs device, which only libdapl reports; empty otherwise. */
  private static String deviceName(List<NamedAttr> specific) {
    return specific.stream()
        .filter(attr -> attr.name().equals(DEVICE_NAME))
        .map(NamedAttr::value)
        .findFirst()
        .orElse("");
  }

  /**
   * Returns the limit of private data of a connect or an accept. libdaplofa reports the limit of
   * InfiniBand's messages for every transport (dapls_ib_private_data_size). The messages of iWARP
   * hold more, and so do the library's own buffers (dapls_ib_connect, dapls_ib_accept_connection).
   *
   * @param reported by the library
   * @param specific attributes as {@link #provider} makes them
   * @return bytes
   */
  public static int privateData(int reported, List<NamedAttr> specific) {
    return specific.contains(new NamedAttr(COMPLETION, LOCAL)) && hasCmThread(specific)
        ? Math.max(reported, MIN_PRIVATE_DATA)
        : reported;
  }

  /**
   * Tells whether {@link #provider} found a transport whose Writes complete at this side.
   *
   * @param attr the provider's attributes
   * @return true for iWARP
   */
  public static boolean completesLocally(ProviderAttr attr) {
    return attr.providerSpecificAttr().contains(new NamedAttr(COMPLETION, LOCAL));
  }

  /**
   * Tells whether this is libdaplofa, which has one CM thread for all adapters.
   *
   * @param attr the provider's attributes
   * @return false for other libraries
   */
  public static boolean hasCmThread(ProviderAttr attr) {
    return hasCmThread(attr.providerSpecificAttr());
  }

  private static boolean hasCmThread(List<NamedAttr> specific) {
    return isBy("libdaplofa", specific);
  }

  /**
   * Tells whether this is libdaploscm, which connects by sockets of its own.
   *
   * @param attr the provider's attributes
   * @return false for other libraries
   */
  public static boolean usesSockets(ProviderAttr attr) {
    return isBy("libdaploscm", attr.providerSpecificAttr());
  }

  private static boolean isBy(String library, List<NamedAttr> specific) {
    return specific.stream()
        .anyMatch(a -> a.name().equals("provider_library") && a.value().contains(library));
  }
}
