package org.dat4j.tools.interop;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Lets tshark take captures apart and judges whether everything in them is well-formed iWARP: see
 * {@link CapturedConnection} for the rules.
 *
 * <p>Arguments: {@code [--siw] [--crc all|most|some|none] [--opcodes 0,1,2,3] FILE...}; every
 * capture has to hold at least one frame, CRC as told, and each of the opcodes. Exit status 0 when
 * all is well.
 */
public final class CaptureJudge {

  private static final String CRC_LINE = "CRC check: ";
  private static final String GOOD_CRC = "(Good CRC32)";

  /** What comes in a wrong order is read, and so is a packet of some thousand FPDUs. */
  private static final List<String> PREFERENCES =
      List.of(
          "tcp.try_heuristic_first:TRUE",
          "tcp.reassemble_out_of_order:TRUE",
          "gui.max_tree_depth:100000");

  private CaptureJudge() {}

  /**
   * Judges captures.
   *
   * @param args options and files
   * @throws Exception when tshark cannot be run
   */
  public static void main(String[] args) throws Exception {
    String crc = "any";
    List<Integer> opcodes = new ArrayList<>();
    boolean siw = false;
    boolean good = true;
    int i = 0;
    for (; i < args.length && args[i].startsWith("--"); i++) {
      switch (args[i]) {
        case "--siw" -> siw = true;
        case "--crc" -> crc = args[++i];
        case "--opcodes" -> {
          for (String opcode : args[++i].split(",")) {
            opcodes.add(Integer.valueOf(opcode));
          }
        }
        default -> throw new IllegalArgumentException(args[i]);
      }
    }
    if (i == args.length) {
      throw new IllegalArgumentException("no capture to judge");
    }
    for (; i < args.length; i++) {
      Path file = Path.of(args[i]);
      CapturedTraffic traffic = judge(file, siw);
      List<String> faults = new ArrayList<>(traffic.faults());
      faults.addAll(traffic.missing(crc, opcodes));
      System.out.println(file.getFileName() + ": " + traffic.summary());
      for (String fault : faults) {
        System.out.println("  " + fault);
      }
      good &= faults.isEmpty();
    }
    System.out.println(good ? "captures: well-formed" : "captures: FAILED");
    System.exit(good ? 0 : 1);
  }

  private static CapturedTraffic judge(Path file, boolean siw)
      throws IOException, InterruptedException {
    if (!Files.isReadable(file)) {
      throw new IOException("no capture " + file);
    }
    Path copy = Files.createTempFile("judged", ".pcapng");
    try {
      PcapngFile capture = PcapngFile.read(file);
      FreshPorts.give(capture.packets());
      List<PcapngFile.Packet> packets = WholeFrameStarts.move(capture.packets());
      new PcapngFile(capture.order(), capture.head(), packets).write(copy);
      return read(copy, siw);
    } finally {
      Files.delete(copy);
    }
  }

  private static CapturedTraffic read(Path file, boolean siw)
      throws IOException, InterruptedException {
    List<String> fields = new ArrayList<>(List.of("-T", "fields", "-E", "occurrence=a"));
    for (String name : CapturedFrame.FIELDS) {
      fields.add("-e");
      fields.add(name);
    }
    CapturedTraffic traffic = new CapturedTraffic(siw);
    tshark(
        file,
        fields,
        lines -> {
          for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            traffic.add(CapturedFrame.parse(line));
          }
        });
    // Whether a CRC is right stands nowhere but in the text.
    tshark(
        file,
        List.of("-V", "-O", "iwarp_mpa"),
        lines -> {
          for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            if (line.contains(CRC_LINE)) {
              traffic.crc(line.contains(GOOD_CRC), line.strip());
            }
          }
        });
    traffic.end();
    return traffic;
  }

  private interface Lines {
    void read(BufferedReader lines) throws IOException;
  }

  private static void tshark(Path file, List<String> options, Lines lines)
      throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(List.of("tshark", "-n", "-Y", "tcp", "-r", file.toString()));
    // Dissectors that would take payload, or a port, for a protocol of their own.
    for (String other : List.of("rpcordma", "smb_direct")) {
      command.add("--disable-protocol");
      command.add(other);
    }
    for (String preference : PREFERENCES) {
      command.add("-o");
      command.add(preference);
    }
    command.addAll(options);
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    try (Reader reader = new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8);
        BufferedReader buffered = new BufferedReader(reader)) {
      lines.read(buffered);
    }
    int status = process.waitFor();
    if (status != 0) {
      throw new IOException("tshark ended with " + status + " for " + file);
    }
  }
}
