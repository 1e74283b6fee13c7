/**
 * What calls of the native provider cost, run by JMH. In the package of the provider, as the
 * adapter on the C double is its tests' own.
 */
package org.dat4j.dat.udapl;
