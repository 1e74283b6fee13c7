package org.dat4j.dat;

/**
 * A name and value that a transport, vendor or provider adds to the attributes of the contract.
 *
 * @param name the name
 * @param value the value
 */
public record NamedAttr(String name, String value) {}
