package org.dat4j.dat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A constant of the contract as {@code constants.tsv} lists it, and the naming rule that leads to
 * its Java home.
 *
 * @param name the C name
 * @param number the C value
 * @param type the C type, {@code other} if it has none
 */
record ContractConstant(String name, long number, String type) {
  /** The C type whose two constants are the language's own {@code false} and {@code true}. */
  static final String BOOLEAN = "DAT_BOOLEAN";

  private static final List<ContractConstant> ALL = load();

  /** The home of a C type: its class and the prefixes its constants lose, the first that fits. */
  private record Home(Class<?> type, String... prefixes) {}

  private static final Map<String, Home> HOMES =
      Map.ofEntries(
          Map.entry("DAT_RETURN_TYPE", new Home(DatReturn.class, "DAT_")),
          Map.entry("DAT_RETURN_SUBTYPE", new Home(DatSubtype.class, "DAT_")),
          Map.entry("DAT_COMPLETION_FLAGS", new Home(CompletionFlags.class, "DAT_COMPLETION_")),
          Map.entry("DAT_QOS", new Home(Qos.class, "DAT_QOS_")),
          Map.entry("DAT_CONNECT_FLAGS", new Home(ConnectFlags.class, "DAT_CONNECT_")),
          Map.entry("DAT_CLOSE_FLAGS", new Home(CloseFlags.class, "DAT_CLOSE_")),
          Map.entry("DAT_EVD_FLAGS", new Home(EvdFlags.class, "DAT_EVD_")),
          Map.entry("DAT_PSP_FLAGS", new Home(PspFlags.class, "DAT_PSP_")),
          Map.entry("DAT_MEM_PRIV_FLAGS", new Home(MemPriv.class, "DAT_MEM_PRIV_")),
          Map.entry("DAT_LMR_PARAM_MASK", new Home(LmrField.class, "DAT_LMR_FIELD_")),
          Map.entry("DAT_RMR_PARAM_MASK", new Home(RmrField.class, "DAT_RMR_FIELD_")),
          Map.entry("DAT_IOV_OWNERSHIP", new Home(IovOwnership.class, "DAT_IOV_")),
          Map.entry(
              "DAT_EP_CREATOR_FOR_PSP", new Home(EpCreatorForPsp.class, "DAT_PSP_CREATES_EP_")),
          Map.entry("DAT_SERVICE_TYPE", new Home(ServiceType.class, "DAT_SERVICE_TYPE_")),
          Map.entry("DAT_EP_STATE", new Home(EpState.class, "DAT_EP_STATE_")),
          Map.entry("DAT_SRQ_STATE", new Home(SrqState.class, "DAT_SRQ_STATE_")),
          Map.entry("DAT_SRQ_PARAM_MASK", new Home(SrqField.class, "DAT_SRQ_FIELD_")),
          Map.entry("DAT_PZ_PARAM_MASK", new Home(PzField.class, "DAT_PZ_FIELD_")),
          Map.entry("DAT_PSP_PARAM_MASK", new Home(PspField.class, "DAT_PSP_FIELD_")),
          Map.entry("DAT_RSP_PARAM_MASK", new Home(RspField.class, "DAT_RSP_FIELD_")),
          Map.entry("DAT_CR_PARAM_MASK", new Home(CrField.class, "DAT_CR_FIELD_")),
          Map.entry("DAT_DTO_COMPLETION_STATUS", new Home(DtoStatus.class, "DAT_DTO_", "DAT_")),
          Map.entry("DAT_IA_ASYNC_ERROR_REASON", new Home(IaAsyncErrorReason.class, "DAT_IA_")),
          Map.entry(
              "DAT_EP_ASYNC_ERROR_REASON", new Home(EpAsyncErrorReason.class, "DAT_EP_", "DAT_")),
          Map.entry("DAT_EVD_ASYNC_ERROR_REASON", new Home(EvdAsyncErrorReason.class, "DAT_EVD_")),
          Map.entry("DAT_SRQ_ASYNC_ERROR_REASON", new Home(SrqAsyncErrorReason.class, "DAT_SRQ_")),
          Map.entry("DAT_LMR_ASYNC_ERROR_REASON", new Home(LmrAsyncErrorReason.class, "DAT_LMR_")),
          Map.entry("DAT_RMR_ASYNC_ERROR_REASON", new Home(RmrAsyncErrorReason.class, "DAT_RMR_")),
          Map.entry("DAT_PZ_ASYNC_ERROR_REASON", new Home(PzAsyncErrorReason.class, "DAT_PZ_")),
          Map.entry("DAT_EVENT_NUMBER", new Home(EventNumber.class, "DAT_")),
          Map.entry("DAT_MEM_TYPE", new Home(MemType.class, "DAT_MEM_TYPE_")),
          Map.entry("DAT_HANDLE_TYPE", new Home(HandleType.class, "DAT_HANDLE_TYPE_")),
          Map.entry("DAT_EVD_STATE", new Home(EvdState.class, "DAT_EVD_STATE_")),
          Map.entry("DAT_EVD_PARAM_MASK", new Home(EvdField.class, "DAT_EVD_FIELD_")),
          Map.entry("DAT_CNO_PARAM_MASK", new Home(CnoField.class, "DAT_CNO_FIELD_")),
          Map.entry("DAT_PZ_SUPPORT", new Home(PzSupport.class, "DAT_PZ_")),
          Map.entry(
              "DAT_IA_ATTR_MASK",
              new Home(IaField.class, "DAT_IA_FIELD_IA_", "DAT_IA_FIELD_", "DAT_IA_")),
          Map.entry("DAT_PROVIDER_ATTR_MASK", new Home(ProviderField.class, "DAT_PROVIDER_FIELD_")),
          Map.entry("DAT_EP_PARAM_MASK", new Home(EpField.class, "DAT_EP_FIELD_")));

  /** The homes of the constants without a type, by the beginning of the name; first match. */
  private static final List<Map.Entry<String, Home>> OTHERS =
      List.of(
          Map.entry("DAT_CLASS_", new Home(DatReturn.class, "DAT_")),
          Map.entry("DAT_TYPE_MASK", new Home(DatReturn.class, "DAT_")),
          Map.entry("DAT_SUBTYPE_MASK", new Home(DatReturn.class, "DAT_")),
          Map.entry("DAT_CLOSE_", new Home(CloseFlags.class, "DAT_CLOSE_")),
          Map.entry("DAT_MEM_PRIV_", new Home(MemPriv.class, "DAT_MEM_PRIV_")),
          Map.entry("DAT_", new Home(DatConstants.class, "DAT_")));

  /** Returns all constants of the contract. */
  static List<ContractConstant> all() {
    return ALL;
  }

  /** Returns the constants of one C type. */
  static List<ContractConstant> ofType(String type) {
    return ALL.stream().filter(c -> c.type.equals(type)).toList();
  }

  /** Returns the Java classes that hold constants of the contract. */
  static Stream<Class<?>> javaClasses() {
    return ALL.stream()
        .filter(c -> !c.type.equals(BOOLEAN))
        .<Class<?>>map(ContractConstant::javaClass)
        .distinct();
  }

  /** Returns the fields of a class that stand for constants of the contract. */
  static List<Field> javaConstants(Class<?> type) {
    return Arrays.stream(type.getFields())
        .filter(f -> f.getDeclaringClass() == type)
        .filter(f -> Modifier.isStatic(f.getModifiers()))
        .toList();
  }

  /** Returns the class the naming rule leads to. */
  Class<?> javaClass() {
    return home().type;
  }

  /** Returns the name of the Java constant the naming rule leads to. */
  String javaName() {
    for (String prefix : home().prefixes) {
      if (name.startsWith(prefix)) {
        return name.substring(prefix.length()).replaceFirst("_FLAG$", "");
      }
    }
    throw new AssertionError("no naming rule for " + name + " of " + type);
  }

  /** Returns the number a Java constant stands for, as the C type would print it. */
  static long number(Field constant) throws ReflectiveOperationException {
    Object value = constant.get(null);
    if (value instanceof Boolean truth) {
      return truth ? 1 : 0;
    }
    if (value instanceof Enum<?>) {
      return (int) value.getClass().getMethod("value").invoke(value);
    }
    return ((Number) value).longValue();
  }

  private Home home() {
    if (!type.equals("other")) {
      Home home = HOMES.get(type);
      if (home == null) {
        throw new AssertionError("no naming rule for type " + type);
      }
      return home;
    }
    return OTHERS.stream()
        .filter(e -> name.startsWith(e.getKey()))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElseThrow();
  }

  private static List<ContractConstant> load() {
    try (InputStream in = ContractConstant.class.getResourceAsStream("constants.tsv");
        BufferedReader lines =
            new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      return lines.lines().filter(l -> !l.startsWith("#")).map(ContractConstant::parse).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static ContractConstant parse(String line) {
    String[] columns = line.split("\t", -1);
    if (columns.length != 3) {
      throw new AssertionError("constants.tsv: not three columns: " + line);
    }
    return new ContractConstant(columns[0], Long.decode(columns[1]), columns[2]);
  }

  @Override
  public String toString() {
    return name;
  }
}
