package org.dat4j.benchmarks.report;

import java.math.BigDecimal;
import java.math.MathContext;

/** Formats the numbers of all benchmark reports, with two or three significant digits. */
final class Numbers {

  private static final MathContext THREE = new MathContext(3);
  private static final MathContext TWO = new MathContext(2);
  private static final int HUNDRED = 100;

  private Numbers() {}

  /** Writes a number with two digits, with three from 100 on; a dash for an unknown one. */
  static String text(double number) {
    if (!Double.isFinite(number)) {
      return "-";
    }
    MathContext digits = Math.abs(number) >= HUNDRED ? THREE : TWO;
    String text = new BigDecimal(number).round(digits).stripTrailingZeros().toPlainString();
    return Math.abs(number) < 0.005 ? "0" : text;
  }

  /** Writes a median with its spread. */
  static String text(Spread spread) {
    String median = text(spread.median());
    String least = text(spread.least());
    String most = text(spread.most());
    return least.equals(most) ? median : median + " [" + least + "-" + most + "]";
  }
}
