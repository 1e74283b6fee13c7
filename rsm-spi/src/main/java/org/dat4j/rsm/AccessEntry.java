package org.dat4j.rsm;

/**
 * An entry of an RSM access list: the permissions that processes of one node have on an export
 * segment ({@code rsmapi_access_entry_t}). Immutable.
 *
 * @param node id of the importers' node
 * @param permission octal digits for owner, group and others, 0 to 0666; execute bits are ignored
 */
public record AccessEntry(int node, int permission) {}
