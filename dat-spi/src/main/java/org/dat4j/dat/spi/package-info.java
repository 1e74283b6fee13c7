/**
 * The first layer for providers: abstract classes whose final public methods check what the
 * contract says about arguments and handles, then call a protected {@code impl} method. Every
 * provider extends these; none implements an interface of {@code org.dat4j.dat} directly.
 *
 * <ul>
 *   <li>Entry of a backend: {@link org.dat4j.dat.spi.DatProvider} with {@link
 *       org.dat4j.dat.spi.OpenRequest}, {@link org.dat4j.dat.spi.RegistryEntry}, {@link
 *       org.dat4j.dat.spi.ProviderIdentity} and {@link org.dat4j.dat.spi.ProbeResult}.
 *   <li>Settings of an entry: {@link org.dat4j.dat.spi.ProviderSetting}, {@link
 *       org.dat4j.dat.spi.SettingValues} and {@link org.dat4j.dat.spi.InvalidSettingException}.
 *   <li>Bases of the contract's objects: {@link org.dat4j.dat.spi.AbstractDatObject}, with {@link
 *       org.dat4j.dat.spi.AbstractIa}, {@link org.dat4j.dat.spi.AbstractEp}, {@link
 *       org.dat4j.dat.spi.AbstractEvd}, {@link org.dat4j.dat.spi.AbstractCno}, {@link
 *       org.dat4j.dat.spi.AbstractPz}, {@link org.dat4j.dat.spi.AbstractLmr}, {@link
 *       org.dat4j.dat.spi.AbstractRmr}, {@link org.dat4j.dat.spi.AbstractPsp}, {@link
 *       org.dat4j.dat.spi.AbstractRsp}, {@link org.dat4j.dat.spi.AbstractCr} and {@link
 *       org.dat4j.dat.spi.AbstractSrq}.
 *   <li>Checks of arguments, such as {@code PostChecks}, {@code SegmentChecks} and {@code
 *       EpChecks}; {@link org.dat4j.dat.spi.Errors} makes the refusals.
 *   <li>State tables of the contract: {@link org.dat4j.dat.spi.EpInput} for endpoints, {@link
 *       org.dat4j.dat.spi.EvdInput} and {@link org.dat4j.dat.spi.EvdCondition} for EVDs.
 *   <li>Tools of providers: {@link org.dat4j.dat.spi.ContextTable}, {@link
 *       org.dat4j.dat.spi.ProxyAgentExecutor}, {@link org.dat4j.dat.spi.FieldHandles} and {@link
 *       org.dat4j.dat.spi.BuildInfo}.
 * </ul>
 *
 * <p>Threads and locks: any thread may call any object. {@code ProxyAgentExecutor} alone starts a
 * thread, on which the program's proxy agents run without a lock. A lock of the adapter guards the
 * streams and uses of its EVDs; it is held for moments, and never while a provider's code runs.
 * Each event EVD has another lock, for changes of its CNO. Checks of posts and look-ups of contexts
 * take no lock.
 *
 * <p>All providers depend on this package, and so do the registry, the forwarding and software
 * layers, and the suite. It depends on the contract {@code org.dat4j.dat} only.
 *
 * <p>Classes by role:
 *
 * <ul>
 *   <li>the provider: {@link org.dat4j.dat.spi.DatProvider}, {@link
 *       org.dat4j.dat.spi.RegistryEntry}, {@link org.dat4j.dat.spi.OpenRequest}, {@link
 *       org.dat4j.dat.spi.ProbeResult}; settings by {@link org.dat4j.dat.spi.ProviderSetting} and
 *       {@link org.dat4j.dat.spi.SettingValues};
 *   <li>the bases of the objects: {@code Abstract...}, with {@link org.dat4j.dat.spi.EpSpec},
 *       {@link org.dat4j.dat.spi.LmrSpec} and {@link org.dat4j.dat.spi.DtoOp} as arguments;
 *   <li>the state tables: {@link org.dat4j.dat.spi.EpInput} of endpoints; {@link
 *       org.dat4j.dat.spi.EvdInput} and {@link org.dat4j.dat.spi.EvdCondition} of EVDs;
 *   <li>refusals: {@link org.dat4j.dat.spi.Errors}, and {@link org.dat4j.dat.spi.Subtypes} for the
 *       subtype of a handle or state;
 *   <li>parts to use: {@link org.dat4j.dat.spi.ContextTable} finds registered memory, {@link
 *       org.dat4j.dat.spi.ProxyAgentExecutor} calls the agents of CNOs, {@link
 *       org.dat4j.dat.spi.ProviderIdentity} gives vendor and version for the attributes.
 * </ul>
 *
 * <p>Ids such as DAT-D20 name a decision in {@code docs/reference/decisions.md}. The page {@code
 * docs/how-to/write-a-backend.md} has the methods with their threads and duties.
 *
 * <p>Stability: SPI. Providers may depend on this package; {@code docs/reference/spi-policy.md}
 * says what may change.
 *
 * @since 0.1
 */
package org.dat4j.dat.spi;
