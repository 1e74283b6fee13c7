import java.io.File;
import java.util.ArrayList;
import java.util.List;
import org.dat4j.dat.*;

/**
 * Inside the lab: opens and closes the adapter that is named, which must cost no descriptors, and
 * makes EVDs of transfers until there is none left: each has one. The diagnosis runs it with
 * few.
 */
public class Descriptors {
  public static void main(String[] args) {
    Dat.openIa(args[0]).close();
    int before = open();
    for (int i = 0; i < 20; i++) {
      Dat.openIa(args[0]).close();
    }
    System.out.println("20 opens cost " + (open() - before) + " descriptors");
    Ia ia = Dat.openIa(args[0]);
    List<Evd> all = new ArrayList<>();
    try {
      while (all.size() < 1000) {
        all.add(ia.createEvd(32, null, EvdFlags.DTO));
      }
      System.out.println("a thousand EVDs");
    } catch (DatException e) {
      System.out.println("refused: " + e.getMessage());
    }
    all.remove(all.size() - 1).free();
    ia.createEvd(32, null, EvdFlags.DTO).free();
    all.forEach(Evd::free);
    ia.close();
    System.out.println("closed");
  }

  private static int open() {
    return new File("/proc/self/fd").list().length;
  }
}
