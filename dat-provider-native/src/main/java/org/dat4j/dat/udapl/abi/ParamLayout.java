package org.dat4j.dat.udapl.abi;

/**
 * The layout of uDAPL's C structures for parameters and segments on LP64 systems, by which the
 * native backend accesses them. It covers the ABIs of DAT 1.2 and 2.0.
 *
 * <p>One nested class for each C structure in use, named after it without {@code DAT_}: its size
 * and the {@link Field place} of each member in use, under the member's C name in capitals. A test
 * compares them with what the C compiler says about the headers. Pointers, handles, addresses and
 * qualifiers have 8 bytes; enumerations, booleans, counts and DAT_SEG_LENGTH have 4.
 */
public final class ParamLayout {

  private ParamLayout() {}

  /** A local segment. */
  public static final class LmrTriplet {

    /** Bytes of DAT_LMR_TRIPLET. */
    public static final int SIZE = Abi.pick(24, 16);

    /** DAT_VADDR virtual_address. */
    public static final Field VIRTUAL_ADDRESS = Field.pick(8, 8, 0, 8);

    /** DAT_SEG_LENGTH segment_length. */
    public static final Field SEGMENT_LENGTH = Field.pick(16, 8, 8, 4);

    /** DAT_LMR_CONTEXT lmr_context. */
    public static final Field LMR_CONTEXT = Field.pick(0, 4, 12, 4);

    private LmrTriplet() {}
  }

  /** A remote segment. */
  public static final class RmrTriplet {

    /** Bytes of DAT_RMR_TRIPLET. */
    public static final int SIZE = Abi.pick(24, 16);

    /** DAT_VADDR virtual_address. */
    public static final Field VIRTUAL_ADDRESS = Field.pick(8, 8, 0, 8);

    /** DAT_SEG_LENGTH segment_length. */
    public static final Field SEGMENT_LENGTH = Field.pick(16, 8, 8, 4);

    /** DAT_RMR_CONTEXT rmr_context. */
    public static final Field RMR_CONTEXT = Field.pick(0, 4, 12, 4);

    private RmrTriplet() {}
  }

  /** Result of dat_evd_query. */
  public static final class EvdParam {

    /** Bytes of DAT_EVD_PARAM. */
    public static final int SIZE = 32;

    /** DAT_COUNT evd_qlen. */
    public static final Field EVD_QLEN = new Field(8, 4);

    private EvdParam() {}
  }

  /** Result of dat_ep_query. */
  public static final class EpParam {

    /** Bytes of DAT_EP_PARAM. */
    public static final int SIZE = Abi.pick(192, 184);

    /** DAT_EP_STATE ep_state. */
    public static final Field EP_STATE = new Field(8, 4);

    /** DAT_IA_ADDRESS_PTR local_ia_address_ptr. */
    public static final Field LOCAL_IA_ADDRESS_PTR = Field.pick(16, 8, 24, 8);

    /** DAT_PORT_QUAL local_port_qual. */
    public static final Field LOCAL_PORT_QUAL = Field.pick(24, 8, 32, 8);

    /** DAT_IA_ADDRESS_PTR remote_ia_address_ptr. */
    public static final Field REMOTE_IA_ADDRESS_PTR = Field.pick(32, 8, 40, 8);

    /** DAT_PORT_QUAL remote_port_qual. */
    public static final Field REMOTE_PORT_QUAL = Field.pick(40, 8, 48, 8);

    private EpParam() {}
  }

  /** Result of dat_cr_query. */
  public static final class CrParam {

    /** Bytes of DAT_CR_PARAM. */
    public static final int SIZE = 40;

    /** DAT_IA_ADDRESS_PTR remote_ia_address_ptr. */
    public static final Field REMOTE_IA_ADDRESS_PTR = new Field(0, 8);

    /** DAT_PORT_QUAL remote_port_qual. */
    public static final Field REMOTE_PORT_QUAL = new Field(8, 8);

    /** DAT_COUNT private_data_size. */
    public static final Field PRIVATE_DATA_SIZE = new Field(16, 4);

    /** DAT_PVOID private_data. */
    public static final Field PRIVATE_DATA = new Field(24, 8);

    private CrParam() {}
  }

  /** Result of dat_srq_query. */
  public static final class SrqParam {

    /** Bytes of DAT_SRQ_PARAM. */
    public static final int SIZE = 48;

    /** DAT_SRQ_STATE srq_state. */
    public static final Field SRQ_STATE = new Field(8, 4);

    private SrqParam() {}
  }
}
