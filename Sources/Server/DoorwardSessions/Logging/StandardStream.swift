import DoorwardStore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A standard stream of the process, written without a buffer.
package enum StandardStream: Int32, Sendable {
  case output = 1
  case error = 2

  /// Writes all of `bytes`. Errors are ignored, for example if the reader has closed the stream.
  package func write(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { buffer in
      var rest = buffer[...]
      while let base = UnsafeRawBufferPointer(rebasing: rest).baseAddress, !rest.isEmpty {
        #if canImport(Glibc)
          let count = Glibc.write(rawValue, base, rest.count)
        #elseif canImport(Musl)
          let count = Musl.write(rawValue, base, rest.count)
        #else
          let count = Darwin.write(rawValue, base, rest.count)
        #endif
        if count > 0 {
          rest = rest.dropFirst(count)
        } else if count < 0, errno == EINTR {
          continue
        } else if count < 0, errno == EAGAIN {
          // Another process with the stream may have set it to non-blocking mode.
          var stream = pollfd(fd: rawValue, events: Int16(POLLOUT), revents: 0)
          poll(&stream, 1, -1)
        } else {
          return
        }
      }
    }
  }

  /// Writes `text` and a newline.
  package func line(_ text: String) { write([UInt8](text.utf8) + [UInt8(ascii: "\n")]) }
}
