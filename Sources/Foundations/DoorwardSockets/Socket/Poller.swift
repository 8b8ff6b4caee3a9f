#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import CDoorwardEpoll
  import Musl
#else
  import CDoorwardEpoll
  import Glibc
#endif

/// Reports sockets that are ready for reading or writing, with epoll on Linux and kqueue on Apple platforms.
///
/// A socket is reported once and must then be armed again. So several threads may wait at one poller, and each
/// event reaches one of them.
final class Poller: Sendable {
  enum Interest {
    case reading, writing
  }

  private let descriptor: Int32

  /// Fails if the system cannot create a descriptor.
  init?() {
    #if canImport(Darwin)
      descriptor = kqueue()
    #else
      descriptor = epoll_create1(Self.closeOnExec)
    #endif
    guard descriptor >= 0 else { return nil }
  }

  deinit { ClientSocket.close(descriptor) }

  #if canImport(Darwin)
    /// Registers a socket and arms it.
    func add(_ socket: Int32, key: UInt64, _ interest: Interest) -> Bool { arm(socket, key: key, interest) }

    /// Enables the report of the next event of a registered socket.
    func arm(_ socket: Int32, key: UInt64, _ interest: Interest) -> Bool {
      change(socket, key: key, interest, flags: EV_ADD | EV_ONESHOT)
    }

    /// Reports every event of a socket to every thread.
    func addForAll(_ socket: Int32, key: UInt64) -> Bool { change(socket, key: key, .reading, flags: EV_ADD) }

    /// Closing a socket removes it from the kqueue.
    func remove(_ socket: Int32) {}

    private func change(_ socket: Int32, key: UInt64, _ interest: Interest, flags: Int32) -> Bool {
      var event = kevent(
        ident: UInt(socket), filter: Int16(interest == .reading ? EVFILT_READ : EVFILT_WRITE),
        flags: UInt16(flags), fflags: 0, data: 0, udata: UnsafeMutableRawPointer(bitPattern: UInt(key)))
      return kevent(descriptor, &event, 1, nil, 0, nil) == 0
    }

    /// Waits for one event and returns the key of its socket; nil if a signal ended the wait.
    ///
    /// A thread may wait for the store while it answers an event, so it leaves the other events to other threads.
    func wait() -> UInt64? {
      var event = kevent()
      guard kevent(descriptor, nil, 0, &event, 1, nil) == 1 else { return nil }
      return UInt64(UInt(bitPattern: event.udata))
    }
  #else
    // Constants of Linux's interface (epoll_ctl(2)), which the C libraries declare with different types.
    private static let closeOnExec: Int32 = 0o2000000
    private static let readable: UInt32 = 0x001
    private static let writable: UInt32 = 0x004
    private static let oneShot: UInt32 = 1 << 30

    /// Registers a socket and arms it.
    func add(_ socket: Int32, key: UInt64, _ interest: Interest) -> Bool {
      change(socket, by: EPOLL_CTL_ADD, key: key, events: Self.events(interest) | Self.oneShot)
    }

    /// Enables the report of the next event of a registered socket.
    func arm(_ socket: Int32, key: UInt64, _ interest: Interest) -> Bool {
      change(socket, by: EPOLL_CTL_MOD, key: key, events: Self.events(interest) | Self.oneShot)
    }

    /// Reports every event of a socket to every thread.
    func addForAll(_ socket: Int32, key: UInt64) -> Bool {
      change(socket, by: EPOLL_CTL_ADD, key: key, events: Self.readable)
    }

    /// Removes a socket before it is closed, because a child process may still have a copy of it.
    func remove(_ socket: Int32) { _ = change(socket, by: EPOLL_CTL_DEL, key: 0, events: 0) }

    private static func events(_ interest: Interest) -> UInt32 { interest == .reading ? readable : writable }

    private func change(_ socket: Int32, by operation: Int32, key: UInt64, events: UInt32) -> Bool {
      var event = epoll_event()
      event.events = events
      event.data.u64 = key
      return epoll_ctl(descriptor, operation, socket, &event) == 0
    }

    /// Waits for one event and returns the key of its socket; nil if a signal ended the wait.
    ///
    /// A thread may wait for the store while it answers an event, so it leaves the other events to other threads.
    func wait() -> UInt64? {
      var event = epoll_event()
      guard epoll_wait(descriptor, &event, 1, -1) == 1 else { return nil }
      return event.data.u64
    }
  #endif
}

/// A pipe that can become readable, and stays so.
final class WakeUpPipe: Sendable {
  let readEnd: Int32
  private let writeEnd: Int32

  /// Fails if the system cannot create descriptors.
  init?() {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    readEnd = ends[0]
    writeEnd = ends[1]
  }

  deinit {
    ClientSocket.close(readEnd)
    ClientSocket.close(writeEnd)
  }

  /// Makes the read end readable. It stays readable, because no thread reads the byte.
  func wake() { _ = write(writeEnd, [1], 1) }
}
