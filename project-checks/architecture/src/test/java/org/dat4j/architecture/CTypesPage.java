package org.dat4j.architecture;

import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The page with the places of C's types, structures, event members and output parameters in Java.
 * The C side is written here; the Java side is looked up, so a name that does not exist fails.
 */
final class CTypesPage {
  private static final String DAT = "org.dat4j.dat.";
  private static final String RSM = "org.dat4j.rsm.";

  private static final String TYPES =
      """
      DAT_HANDLE DatObject
      DAT_IA_HANDLE Ia
      DAT_PZ_HANDLE Pz
      DAT_LMR_HANDLE Lmr
      DAT_RMR_HANDLE Rmr
      DAT_EP_HANDLE Ep
      DAT_EVD_HANDLE Evd
      DAT_CNO_HANDLE Cno
      DAT_PSP_HANDLE Psp
      DAT_RSP_HANDLE Rsp
      DAT_CR_HANDLE Cr
      DAT_SRQ_HANDLE Srq
      DAT_EVENT DatEvent
      DAT_LMR_TRIPLET[] LmrIov
      DAT_REGION_DESCRIPTION RegionDescription
      DAT_OS_WAIT_PROXY_AGENT ProxyAgent
      DAT_IA_ATTR IaAttr
      DAT_PROVIDER_ATTR ProviderAttr
      DAT_PROVIDER_INFO ProviderInfo
      DAT_NAMED_ATTR NamedAttr
      DAT_EP_ATTR EpAttr
      DAT_EP_PARAM EpParam
      DAT_EVD_PARAM EvdParam
      DAT_CNO_PARAM CnoParam
      DAT_LMR_PARAM LmrParam
      DAT_RMR_PARAM RmrParam
      DAT_PZ_PARAM PzParam
      DAT_PSP_PARAM PspParam
      DAT_RSP_PARAM RspParam
      DAT_CR_PARAM CrParam
      DAT_SRQ_PARAM SrqParam
      DAT_SRQ_ATTR SrqAttr
      rsmapi_controller_handle_t RsmController
      rsmapi_controller_attr_t ControllerAttr
      rsmapi_access_entry_t AccessEntry
      rsm_memseg_export_handle_t ExportSegment
      rsm_memseg_import_handle_t ImportSegment
      rsmapi_barrier_t RsmBarrier
      rsm_localmemory_handle_t LocalMemoryHandle
      rsm_topology_t InterconnectTopology
      rsm_scat_gath_t ScatGath
      struct_pollfd PollFd
      """;

  private static final List<List<String>> NUMBERS =
      List.of(
          List.of("C", "Java"),
          List.of("`DAT_COUNT`, `DAT_UINT32`, flags", "`int`"),
          List.of("`DAT_VLEN`, `DAT_VADDR`, `DAT_UINT64`, `DAT_PORT_QUAL`", "`long`, unsigned"),
          List.of("`DAT_CONN_QUAL`", "`long`, unsigned"),
          List.of("`DAT_TIMEOUT`", "`long`, microseconds"),
          List.of("`DAT_LMR_CONTEXT`, `DAT_RMR_CONTEXT`", "`int`, any of its values"),
          List.of("`DAT_DTO_COOKIE`, `DAT_RMR_COOKIE`, `DAT_CONTEXT`", "`long`: no pointers"),
          List.of("`DAT_RETURN`", "`int`, or a `DatException`"),
          List.of("`DAT_BOOLEAN`", "`boolean`"),
          List.of("`DAT_IA_ADDRESS_PTR`", "`InetAddress`"),
          List.of("`DAT_NAME_PTR`", "`String`"),
          List.of("`DAT_PVOID` with private data", "`byte[]`"),
          List.of("`rsm_node_id_t`, `rsm_memseg_id_t`", "`int`, unsigned"),
          List.of("`off_t`, `size_t` of RSM", "`long`"));

  /** Event, member of C, accessor of DatEvent; a dash where C has none. */
  private static final String EVENT =
      """
      all|event_number|number
      all|evd_handle|evd
      all|`nmore` of dat_evd_wait|more
      all|-|detail
      DTO completion|dto_completion_event_data.ep_handle|ep
      DTO completion|dto_completion_event_data.user_cookie|cookie
      DTO completion|dto_completion_event_data.status|status
      DTO completion|dto_completion_event_data.transfered_length|transferredLength
      RMR bind completion|rmr_completion_event_data.rmr_handle|rmr
      RMR bind completion|rmr_completion_event_data.user_cookie|cookie
      RMR bind completion|rmr_completion_event_data.status|status
      connection request|cr_arrival_event_data.sp_handle|servicePoint
      connection request|cr_arrival_event_data.local_ia_address_ptr|localAddress
      connection request|cr_arrival_event_data.conn_qual|connQual
      connection request|cr_arrival_event_data.cr_handle|cr
      connection|connect_event_data.ep_handle|ep
      connection|connect_event_data.private_data_size|privateDataSize
      connection|connect_event_data.private_data|privateData
      asynchronous error|asynch_error_event_data.dat_handle|asyncObject
      asynchronous error|asynch_error_event_data.reason|asyncReason
      software|software_event_data.pointer|pointer
      """;

  /** Function, output parameter, where it went. */
  private static final String OUTPUT =
      """
      dat_ia_open|async_evd_handle|IaParam.asyncEvd
      dat_ia_query|ia_attr, provider_attr|IaParam.iaAttr IaParam.providerAttr
      dat_lmr_create|lmr_context|Lmr.lmrContext
      dat_lmr_create|rmr_context|Lmr.rmrContext
      dat_lmr_create|registered_length|Lmr.registeredSize
      dat_lmr_create|registered_address|Lmr.registeredAddress
      dat_rmr_bind|rmr_context|Rmr.rmrContext
      dat_psp_create_any|conn_qual|Psp.connQual
      dat_ep_get_status|ep_state|EpStatus.state
      dat_ep_get_status|recv_idle, request_idle|EpStatus.recvIdle EpStatus.requestIdle
      dat_ep_recv_query|nbufs_allocated|EpRecvInfo.nbufsAllocated
      dat_ep_recv_query|bufs_alloc_span|EpRecvInfo.bufsAllocSpan
      dat_evd_wait|nmore|DatEvent.more
      dat_cno_wait|evd_handle|CnoTrigger.evd
      dat_strerror|major_message, minor_message|DatMessage.major DatMessage.minor
      rsm_get_segmentid_range|baseid, length|SegmentIdRange.baseId SegmentIdRange.length
      rsm_memseg_import_map|address|SegmentMap.address SegmentMap.buffer
      rsm_memseg_import_getv, putv|io_residual_count|ScatGath.residual
      rsm_intr_signal_wait_pollfd|revents|PollFd.revents
      """;

  private CTypesPage() {}

  static String text() {
    Markdown page = new Markdown("Types, structures and outputs of C in Java", "the classes");
    page.paragraph(
        "Functions are in [c-to-java.md](c-to-java.md), constants in"
            + " [c-constants.md](c-constants.md), and how to go about a port is in\n"
            + "[port a C program](../how-to/port-a-c-program.md).");
    page.heading("Handles and structures")
        .paragraph(
            "A member `max_recv_dtos` is the component `maxRecvDtos()` of the record. Records are"
                + " immutable: `toBuilder()` makes a changed copy.")
        .table(types());
    page.heading("Numbers and other types").table(NUMBERS);
    page.heading("Members of DAT_EVENT").table(members());
    page.heading("Output parameters")
        .paragraph(
            "A handle or `..._param` that C writes is the result of the Java call. The others:")
        .table(outputs())
        .paragraph(
            "`dat_registry_list_providers` returns a `List`, and `entries_returned` is its size."
                + " `rsm_memseg_export_publish` returns the segment id.\n`Rsm.awaitPollfd` writes"
                + " `numfdsp` to element 0 of its last argument.");
    return page.toString();
  }

  private static List<List<String>> types() {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("C", "Java", "components"));
    for (String line : TYPES.strip().split("\n")) {
      String[] names = line.split(" ");
      Class<?> type = type(names[1]);
      String components =
          type.isRecord()
              ? Arrays.stream(type.getRecordComponents())
                  .map(RecordComponent::getName)
                  .collect(Collectors.joining(", "))
              : "";
      rows.add(
          List.of("`" + names[0].replace("struct_", "struct ") + "`", code(names[1]), components));
    }
    return rows;
  }

  private static List<List<String>> members() {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("event", "C", "DatEvent"));
    for (String line : EVENT.strip().split("\n")) {
      String[] cells = line.split("\\|");
      String member = cells[1].contains("_") && !cells[1].contains("`") ? code(cells[1]) : cells[1];
      rows.add(List.of(cells[0], member, call("DatEvent." + cells[2], false)));
    }
    return rows;
  }

  private static List<List<String>> outputs() {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("C function", "parameter", "Java"));
    for (String line : OUTPUT.strip().split("\n")) {
      String[] cells = line.split("\\|");
      String calls =
          Arrays.stream(cells[2].split(" "))
              .map(call -> call(call, true))
              .collect(Collectors.joining(", "));
      rows.add(List.of(code(cells[0]), code(cells[1]), calls));
    }
    return rows;
  }

  /** The call of a public method without parameters; fails where there is none. */
  private static String call(String typeAndMethod, boolean withType) {
    String[] names = typeAndMethod.split("\\.");
    try {
      Method method = type(names[0]).getMethod(names[1]);
      return code((withType ? names[0] + "." : "") + method.getName() + "()");
    } catch (NoSuchMethodException e) {
      throw new IllegalStateException(typeAndMethod + " does not exist", e);
    }
  }

  private static Class<?> type(String name) {
    for (String contract : List.of(DAT, RSM)) {
      try {
        return Class.forName(contract + name);
      } catch (ClassNotFoundException elsewhere) {
        // Of the other contract, or of none.
      }
    }
    throw new IllegalStateException("no type " + name + " in either contract");
  }

  private static String code(String name) {
    return "`" + name + "`";
  }
}
