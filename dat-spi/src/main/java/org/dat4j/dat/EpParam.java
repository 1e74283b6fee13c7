package org.dat4j.dat;

import java.net.InetAddress;

/**
 * The parameters and state of an {@link Ep}, as its query returns them. Address and port fields are
 * null or 0 in states where the contract leaves them undefined.
 *
 * @param ia the adapter instance
 * @param state the state
 * @param localIaAddress own address
 * @param localPortQual own port qualifier
 * @param remoteIaAddress address of the peer
 * @param remotePortQual port qualifier of the peer
 * @param pz the protection zone
 * @param recvEvd where receive completions go
 * @param requestEvd where request completions go
 * @param connectEvd where connection events go
 * @param srq its shared receive queue, or null
 * @param attr its attributes
 */
public record EpParam(
    Ia ia,
    EpState state,
    InetAddress localIaAddress,
    long localPortQual,
    InetAddress remoteIaAddress,
    long remotePortQual,
    Pz pz,
    Evd recvEvd,
    Evd requestEvd,
    Evd connectEvd,
    Srq srq,
    EpAttr attr) {

  /**
   * A builder that starts from these values.
   *
   * @return a new builder, for one thread
   */
  public Builder toBuilder() {
    return new Builder(this);
  }

  /** Collects the fields of a {@link EpParam}; not safe for use by several threads. */
  public static final class Builder {
    private Ia ia;
    private EpState state;
    private InetAddress localIaAddress;
    private long localPortQual;
    private InetAddress remoteIaAddress;
    private long remotePortQual;
    private Pz pz;
    private Evd recvEvd;
    private Evd requestEvd;
    private Evd connectEvd;
    private Srq srq;
    private EpAttr attr;

    private Builder(EpParam from) {
      ia = from.ia;
      state = from.state;
      localIaAddress = from.localIaAddress;
      localPortQual = from.localPortQual;
      remoteIaAddress = from.remoteIaAddress;
      remotePortQual = from.remotePortQual;
      pz = from.pz;
      recvEvd = from.recvEvd;
      requestEvd = from.requestEvd;
      connectEvd = from.connectEvd;
      srq = from.srq;
      attr = from.attr;
    }

    /**
     * Sets ia.
     *
     * @param value the adapter instance
     * @return this builder
     */
    public Builder ia(Ia value) {
      ia = value;
      return this;
    }

    /**
     * Sets state.
     *
     * @param value the state
     * @return this builder
     */
    public Builder state(EpState value) {
      state = value;
      return this;
    }

    /**
     * Sets localIaAddress.
     *
     * @param value own address
     * @return this builder
     */
    public Builder localIaAddress(InetAddress value) {
      localIaAddress = value;
      return this;
    }

    /**
     * Sets localPortQual.
     *
     * @param value own port qualifier
     * @return this builder
     */
    public Builder localPortQual(long value) {
      localPortQual = value;
      return this;
    }

    /**
     * Sets remoteIaAddress.
     *
     * @param value address of the peer
     * @return this builder
     */
    public Builder remoteIaAddress(InetAddress value) {
      remoteIaAddress = value;
      return this;
    }

    /**
     * Sets remotePortQual.
     *
     * @param value port qualifier of the peer
     * @return this builder
     */
    public Builder remotePortQual(long value) {
      remotePortQual = value;
      return this;
    }

    /**
     * Sets pz.
     *
     * @param value the protection zone
     * @return this builder
     */
    public Builder pz(Pz value) {
      pz = value;
      return this;
    }

    /**
     * Sets recvEvd.
     *
     * @param value where receive completions go
     * @return this builder
     */
    public Builder recvEvd(Evd value) {
      recvEvd = value;
      return this;
    }

    /**
     * Sets requestEvd.
     *
     * @param value where request completions go
     * @return this builder
     */
    public Builder requestEvd(Evd value) {
      requestEvd = value;
      return this;
    }

    /**
     * Sets connectEvd.
     *
     * @param value where connection events go
     * @return this builder
     */
    public Builder connectEvd(Evd value) {
      connectEvd = value;
      return this;
    }

    /**
     * Sets srq.
     *
     * @param value its shared receive queue, or null
     * @return this builder
     */
    public Builder srq(Srq value) {
      srq = value;
      return this;
    }

    /**
     * Sets attr.
     *
     * @param value its attributes
     * @return this builder
     */
    public Builder attr(EpAttr value) {
      attr = value;
      return this;
    }

    /**
     * Builds the record.
     *
     * @return the values set so far
     */
    public EpParam build() {
      return new EpParam(
          ia,
          state,
          localIaAddress,
          localPortQual,
          remoteIaAddress,
          remotePortQual,
          pz,
          recvEvd,
          requestEvd,
          connectEvd,
          srq,
          attr);
    }
  }
}
