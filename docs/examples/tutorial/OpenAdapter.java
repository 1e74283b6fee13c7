import org.dat4j.dat.*;

/** Opens an adapter by its name and says which provider serves it. */
public class OpenAdapter {
  public static void main(String[] args) {
    try (Ia ia = Dat.openIa(args.length > 0 ? args[0] : "loopback0")) {
      String provider = ia.query().providerAttr().providerName();
      String address = ia.address().getHostAddress();
      System.out.println(ia.name() + " is served by " + provider + ", address " + address);
    }
  }
}
