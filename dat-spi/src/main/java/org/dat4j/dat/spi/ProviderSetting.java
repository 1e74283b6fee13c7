package org.dat4j.dat.spi;

/**
 * One setting that the ia_params of a provider's entries may hold as {@code name=value}.
 *
 * @param name what it is called
 * @param values what it may be, for people
 * @param byDefault the value it has when it is not given
 * @param meaning what it does, with its unit, for people
 */
public record ProviderSetting(String name, String values, String byDefault, String meaning) {}
