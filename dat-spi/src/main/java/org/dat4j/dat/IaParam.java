package org.dat4j.dat;

/**
 * The asynchronous EVD of an adapter and the attributes of adapter and provider, as {@link
 * Ia#query(long, long)} answers them.
 *
 * @param asyncEvd the asynchronous EVD, null when out of scope
 * @param asyncEvdOutOfScope DAT_EVD_OUT_OF_SCOPE: another instance owns it
 * @param iaAttr attributes of the adapter
 * @param providerAttr attributes of the provider
 */
public record IaParam(
    Evd asyncEvd, boolean asyncEvdOutOfScope, IaAttr iaAttr, ProviderAttr providerAttr) {}
