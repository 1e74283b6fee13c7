package org.dat4j.dat.spi.software;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.spi.FieldHandles;

/**
 * The queue of the events of one EVD of a software backend: a chain of {@link EventRing}s, nearly
 * always of one. A new length is a new ring behind the present one, so no event is copied, lost or
 * overtaken, and threads put in and take out without a lock. Places are numbered through all rings.
 */
final class EventQueue {

  private static final int SPINS = 1000;
  private static final VarHandle PUT =
      FieldHandles.find(MethodHandles.lookup(), EventQueue.class, "put", EventRing.class);
  private static final VarHandle TAKE =
      FieldHandles.find(MethodHandles.lookup(), EventQueue.class, "take", EventRing.class);

  /**
   * The ring at which producers begin to search for the last one; never before one they have found.
   */
  private EventRing put;

  /** The ring at which consumers begin to search for the oldest event; opaque. */
  private EventRing take;

  /**
   * Makes an empty queue.
   *
   * @param minimum events it must hold
   */
  EventQueue(int minimum) {
    this(new EventRing(minimum));
  }

  /** Makes a queue of one ring. */
  EventQueue(EventRing first) {
    put = first;
    take = first;
  }

  private EventRing put() {
    return (EventRing) PUT.getAcquire(this);
  }

  private EventRing take() {
    return (EventRing) TAKE.getOpaque(this);
  }

  /**
   * Events it holds at most, at least what was asked for. A volatile read: of a wait and a resize
   * that meet, at least one sees the number of the other.
   */
  int capacity() {
    return ((EventRing) PUT.getVolatile(this)).capacity();
  }

  /** Events queued, those being written included: places that are not free. */
  int count() {
    long end = end();
    return (int) Math.max(0, end - take().start());
  }

  /** The number of the place to be given out next. */
  long end() {
    EventRing ring = put();
    for (EventRing next = ring.next(); next != null; next = ring.next()) {
      ring = next;
    }
    return ring.end();
  }

  /** The number of the place to be taken next. */
  long start() {
    return take().start();
  }

  /** Whether every event before a place has been taken out. */
  boolean passed(long position) {
    return start() >= position;
  }

  /**
   * Whether at least this number of the oldest events are there, none of them still being written.
   */
  boolean holds(int events) {
    if (events > 1 && count() < events) {
      return false;
    }
    long most = start() + events;
    return arrived(most - events, most) >= most;
  }

  /**
   * Changes the length; the events stay. One thread at a time.
   *
   * @param minimum events it must hold
   */
  void resize(int minimum) {
    EventRing last = put();
    EventRing successor = last.replace(minimum);
    // In this order: a thread that looks for an event finds the ring that it was put into.
    last.open(successor);
    PUT.compareAndSet(this, last, successor);
    // Not left to consumers: resizes without one would make a long chain of empty rings.
    EventRing ring = take();
    for (EventRing next = ring; next != null; next = afterDrained(ring)) {
      ring = next;
    }
    for (; ring != null; ring = ring.next()) {
      ring.skipDrained();
    }
  }

  /** Moves consumers on from a ring that is empty for good; null when it is not. */
  private EventRing afterDrained(EventRing ring) {
    EventRing next = ring.next();
    if (next == null || !ring.isDrained()) {
      return null;
    }
    next.forgetPrevious();
    TAKE.compareAndSet(this, ring, next);
    return next;
  }

  /** Puts a DTO completion in; false when full. */
  boolean offer(int feed, int status, long cookie, long length) {
    return put(feed, status, cookie, length, null) >= 0;
  }

  /** Puts an event with an object in; false when full. */
  boolean offer(Object event) {
    return put(event, 0, 0) >= 0;
  }

  /** Puts an event with an object, a cookie and a status in; its place, -1 when full. */
  long put(Object event, long cookie, int status) {
    return put(event, 0, EventRing.RARE, cookie, status, null);
  }

  /** Puts a DTO completion of a stream in; its place, -1 when full or the stream suppresses it. */
  long put(int feed, int status, long cookie, long length, CompletionStream stream) {
    return put(null, feed, status, cookie, length, stream);
  }

  private long put(
      Object event, int feed, int status, long cookie, long length, CompletionStream stream) {
    EventRing ring = put();
    long place = ring.put(event, feed, status, cookie, length, stream);
    while (place == EventRing.SEALED) {
      ring = follow(ring);
      place = ring.put(event, feed, status, cookie, length, stream);
    }
    // Without a call: what is in cannot meet an Error.
    return place < 0 ? -1 : ring.base + place;
  }

  /** Puts a software event in; false when full. */
  boolean offerSoftware(Object pointer) {
    EventRing ring = put();
    long place = ring.putSoftware(pointer);
    while (place == EventRing.SEALED) {
      ring = follow(ring);
      place = ring.putSoftware(pointer);
    }
    return place >= 0;
  }

  /** Takes a place for an event that a publish follows at once; -1 when full. */
  long claim() {
    EventRing ring = put();
    long position = ring.claim();
    while (position == EventRing.SEALED) {
      ring = follow(ring);
      position = ring.claim();
    }
    return position < 0 ? -1 : ring.base + position;
  }

  /** Moves producers on from a sealed ring; its successor. */
  private EventRing follow(EventRing sealed) {
    EventRing next = successor(sealed);
    PUT.compareAndSet(this, sealed, next);
    return next;
  }

  /** The successor of a sealed ring, made by a thread that is at it. */
  private static EventRing successor(EventRing sealed) {
    for (int i = 0; ; i++) {
      EventRing next = sealed.next();
      if (next != null) {
        return next;
      }
      if (i < SPINS) {
        Thread.onSpinWait();
      } else {
        Thread.yield();
      }
    }
  }

  /** Makes a claimed place a DTO completion; length is below 2^32. */
  void publish(long position, int feed, int status, long cookie, long length) {
    EventRing ring = ringOf(position);
    ring.publish(position - ring.base(), feed, status, cookie, length);
  }

  /** Makes a claimed place one that consumers pass over. */
  void spoil(long position) {
    EventRing ring = ringOf(position);
    ring.spoil(position - ring.base());
  }

  /** Makes a claimed place an event with an object, a cookie and a status. */
  void publish(long position, Object event, long cookie, int status) {
    EventRing ring = ringOf(position);
    ring.publish(position - ring.base(), event, cookie, status);
  }

  /** The ring of a place this thread has claimed: the last one, unless it was replaced since. */
  private EventRing ringOf(long position) {
    EventRing ring = put();
    while (position < ring.base()) {
      ring = ring.previous();
    }
    return ring;
  }

  /** Takes the oldest event out; false when there is none or the sink has dropped it. */
  boolean poll(EventRing.Sink sink, DatEvent out) {
    EventRing ring = take();
    while (!ring.poll(sink, out)) {
      ring = afterDrained(ring);
      if (ring == null) {
        return false;
      }
    }
    return true;
  }

  /**
   * How far events have arrived without a gap: an event behind one that is still being written
   * cannot be taken yet. What is found is remembered: places are not looked at again in every call.
   *
   * @param from places before this one are known to have arrived
   * @return the number of the first place without an event, at least {@code from}
   */
  long arrived(long from) {
    long arrived = arrived(Math.max(from, take().known()), Long.MAX_VALUE);
    take().know(arrived);
    return arrived;
  }

  /** {@link #arrived(long)}, looking no further than a place. */
  private long arrived(long from, long most) {
    long position = from;
    for (; ; ) {
      EventRing ring = take();
      long start = ring.start();
      position = Math.max(position, start);
      while (position < most) {
        // The producers' index is looked at in a sealed ring only: it is on their line.
        EventRing next = ring.next();
        if (next != null && position >= ring.end()) {
          ring = next;
        } else if (ring.isPublished(position - ring.base())) {
          position++;
        } else {
          break;
        }
      }
      if (take().start() <= position) {
        return position;
      }
    }
  }
}
