/** DAT between processes of one user on one machine, through rings in shared memory. */
module org.dat4j.dat.provider.ipc {
  requires org.dat4j.dat.spi;

  provides org.dat4j.dat.spi.DatProvider with
      org.dat4j.dat.ipc.IpcProvider;
}
