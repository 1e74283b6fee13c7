import com.google.inject.*;
import com.google.inject.name.*;
import jakarta.inject.Inject;
import org.dat4j.dat.*;
import org.dat4j.guice.*;

/**
 * A program wired by Guice that knows its adapter by a logical name; dat.conf says what it is.
 *
 * <pre>java -Ddat4j.conf=dat.conf -cp "lib/*" Injected.java</pre>
 */
public class Injected {
  static class Service {
    private final Ia ia;

    @Inject
    Service(@Named("app0") Ia ia) {
      this.ia = ia;
    }

    String describe() {
      return ia.name() + " is served by " + ia.query().providerAttr().providerName();
    }
  }

  public static void main(String[] args) {
    Injector injector = Guice.createInjector(new DatModule("app0"));
    try (OpenAdapters owner = injector.getInstance(OpenAdapters.class)) {
      System.out.println(injector.getInstance(Service.class).describe());
    }
  }
}
