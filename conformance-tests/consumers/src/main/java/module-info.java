/** A program that uses both contracts and finds its backends at run time. */
module org.example.consumer {
  requires org.dat4j.dat.spi;
  requires org.dat4j.rsm.spi;
}
