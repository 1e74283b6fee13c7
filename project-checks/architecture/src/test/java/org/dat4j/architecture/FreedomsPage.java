package org.dat4j.architecture;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.dat4j.conformance.dat.variant.HonestDatVariants;
import org.dat4j.conformance.mutant.PageFreedom;
import org.dat4j.conformance.mutant.VariantSet;
import org.dat4j.conformance.rsm.variant.HonestRsmVariants;

/** The page with each freedom of the honest variants, and the clause or decision that leaves it. */
final class FreedomsPage {

  private FreedomsPage() {}

  static List<PageFreedom> ofDat() {
    return ((VariantSet<?, ?>) new HonestDatVariants.Factory().create(null, Set.of())).all();
  }

  static List<PageFreedom> ofRsm() {
    return ((VariantSet<?, ?>) new HonestRsmVariants.Factory().create(null, Set.of())).all();
  }

  static String text() {
    Markdown page = new Markdown("Freedoms", "the tables `DatFreedom` and `RsmFreedom`");
    page.paragraph(
        "What the manual pages leave to a provider. `./dat4j conform IA --variant NAME` puts a"
            + " layer in front of the backend\nthat uses the freedom, and the suite has to accept"
            + " it. The third column has the [clause](clauses.md), or the\n[decision](decisions.md)"
            + " where no clause says it. The last one has the sentence of the page in our words.");
    page.heading("DAT").table(rows(ofDat()));
    page.heading("RSM").table(rows(ofRsm()));
    page.heading("Without a layer");
    page.paragraph(
        "- Waits that end early: no page lets a wait do that. `dat_evd_wait` returns"
            + " DAT_TIMEOUT_EXPIRED not before its time\n  (`dat_evd_wait.10`), and with a"
            + " threshold not before that many events are queued (`dat_evd_wait.12`).\n"
            + "  `rsm_intr_signal_wait` gives RSMERR_TIMEOUT not before its time"
            + " (`rsm_intr_signal_post.11`).\n"
            + "- Registered addresses in any order: the backends in Java choose each address at"
            + " random, so every run has another order.");
    return page.toString();
  }

  private static List<List<String>> rows(List<PageFreedom> freedoms) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("name", "page", "left by", "what it says"));
    for (PageFreedom freedom : freedoms) {
      rows.add(
          List.of(
              "`" + freedom.name() + "`",
              "`" + freedom.page() + "`",
              "`" + freedom.source() + "`",
              freedom.reason()));
    }
    return rows;
  }
}
