#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// System calls on the socket of a client. None of them blocks.
enum ClientSocket {
  /// The result of a call.
  enum Outcome {
    /// The number of bytes that were read or written.
    case done(Int)
    /// The call would have blocked.
    case wouldBlock
    /// The client has closed its side, or the connection is broken.
    case ended
  }

  static func receive(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Outcome {
    outcome { recv(descriptor, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT)) }
  }

  static func send(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) -> Outcome {
    bytes.withUnsafeBytes { buffer in
      outcome {
        #if canImport(Darwin)
          Darwin.send(descriptor, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT))
        #elseif canImport(Musl)
          Musl.send(descriptor, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL))
        #else
          Glibc.send(descriptor, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL))
        #endif
      }
    }
  }

  private static func outcome(_ call: () -> Int) -> Outcome {
    while true {
      let count = call()
      if count > 0 { return .done(count) }
      guard count < 0 else { return .ended }
      switch errno {
      case EINTR: continue
      case EAGAIN, EWOULDBLOCK: return .wouldBlock
      default: return .ended
      }
    }
  }

  /// Closes the sending side of the connection.
  static func finishSending(_ descriptor: Int32) { shutdown(descriptor, Int32(SHUT_WR)) }

  static func close(_ descriptor: Int32) {
    #if canImport(Darwin)
      _ = Darwin.close(descriptor)
    #elseif canImport(Musl)
      _ = Musl.close(descriptor)
    #else
      _ = Glibc.close(descriptor)
    #endif
  }
}
