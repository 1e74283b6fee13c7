package org.dat4j.dat;

/**
 * The texts of a return code, as {@code dat_strerror} gives them.
 *
 * @param major the text of the type, never empty
 * @param minor the text of the subtype, empty if there is none
 */
public record DatMessage(String major, String minor) {}
