/**
 * RSM between nodes over DAT: a control endpoint for each pair of processes carries requests and
 * answers, a data endpoint for each import carries RDMA only.
 */
package org.dat4j.rsm.dat;
