#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Waits on the socket of a connection.
enum SocketWait {
  /// The events that end a wait.
  struct Interest: OptionSet {
    let rawValue: Int16
    static let reading = Interest(rawValue: Int16(POLLIN))
    static let writing = Interest(rawValue: Int16(POLLOUT))
  }

  /// Blocks the thread until the socket is ready or has failed.
  ///
  /// - Returns: false if the deadline has passed before.
  static func wait(for socket: Int32, _ interest: Interest, until deadline: ContinuousClock.Instant) -> Bool {
    while true {
      let left = max(.zero, ContinuousClock.now.duration(to: deadline))
      // Rounded up, so that the loop does not spin during the last millisecond.
      let milliseconds = left == .zero ? 0 : Int32(clamping: left.milliseconds + 1)
      var descriptor = pollfd(fd: socket, events: interest.rawValue, revents: 0)
      let count = poll(&descriptor, 1, milliseconds)
      if count > 0 { return true }
      if count < 0, errno != EINTR { return true }
      if count == 0, left == .zero { return false }
    }
  }
}
