import CMicroHTTPD
import HTTPCore

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

// What libmicrohttpd calls, on its own threads: global functions, which belong to no actor.

/// Before a connection is made anything of: is its network within its limit?
func microHTTPDAccept(
  _ context: UnsafeMutableRawPointer?, _ address: UnsafePointer<sockaddr>?, _ length: socklen_t
) -> MHD_Result {
  guard let context, let address, let peer = SocketAddressStorage.address(of: address) else { return .NO }
  return Unmanaged<Listener>.fromOpaque(context).takeUnretainedValue().admits(peer) ? .YES : .NO
}

/// A connection starts or ends; its own context lives between the two.
func microHTTPDConnectionChanged(
  _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?,
  _ socketContext: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ code: MHD_ConnectionNotificationCode
) {
  guard let context, let connection, let socketContext else { return }
  let listener = Unmanaged<Listener>.fromOpaque(context).takeUnretainedValue()
  guard doorward_mhd_starts(code) else {
    guard let stored = socketContext.pointee else { return }
    socketContext.pointee = nil
    listener.closed(Unmanaged<Connection>.fromOpaque(stored).takeRetainedValue())
    return
  }
  guard let address = doorward_mhd_peer(connection), let peer = SocketAddressStorage.address(of: address)
  else { return }
  let opened = Connection(peer: peer, socket: doorward_mhd_socket(connection), listener: listener)
  socketContext.pointee = Unmanaged.passRetained(opened).toOpaque()
  listener.opened(opened)
}

/// A request line has come: the exchange that lives until ``microHTTPDCompleted`` begins.
func microHTTPDRequestLine(
  _ context: UnsafeMutableRawPointer, _ target: UnsafePointer<CChar>, _ connection: OpaquePointer
) -> UnsafeMutableRawPointer? {
  guard let stored = doorward_mhd_socket_context(connection) else { return nil }
  let owner = Unmanaged<Connection>.fromOpaque(stored).takeUnretainedValue()
  // The target is copied now: the library takes it apart where it lies.
  let bytes = [UInt8](UnsafeRawBufferPointer(start: target, count: strlen(target)))
  let exchange = Exchange(pointer: connection, connection: owner, target: bytes)
  owner.began(exchange)
  return Unmanaged.passRetained(exchange).toOpaque()
}

/// The head has come, a piece of the body, its end, or the connection is back from suspension.
func microHTTPDHandle(
  _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?, _ target: UnsafePointer<CChar>?,
  _ method: UnsafePointer<CChar>?, _ version: UnsafePointer<CChar>?, _ upload: UnsafePointer<CChar>?,
  _ uploadSize: UnsafeMutablePointer<Int>?,
  _ requestContext: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> MHD_Result {
  guard let connection, let target, let method, let version, let uploadSize,
    let stored = requestContext?.pointee
  else { return .NO }
  let exchange = Unmanaged<Exchange>.fromOpaque(stored).takeUnretainedValue()
  let head = RequestHeadSource(connection: connection, method: method, target: target, version: version)
  let bytes = UnsafeRawBufferPointer(start: upload, count: upload == nil ? 0 : uploadSize.pointee)
  let (isTaken, consumed) = exchange.advance(head: head, upload: bytes)
  uploadSize.pointee -= consumed
  return isTaken ? .YES : .NO
}

/// The answer is sent, or the request broke off.
func microHTTPDCompleted(
  _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?,
  _ requestContext: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ code: MHD_RequestTerminationCode
) {
  guard let requestContext, let stored = requestContext.pointee else { return }
  requestContext.pointee = nil
  Unmanaged<Exchange>.fromOpaque(stored).takeRetainedValue().ended()
}
