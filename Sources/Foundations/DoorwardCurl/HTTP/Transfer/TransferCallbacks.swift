package import CDoorwardCurl
package import DoorwardHTTPTypes

// The callbacks of libcurl: global functions, which belong to no actor.

/// Takes a piece of the body. Any result except its length ends the transfer.
func transferReceiveBody(
  _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ context: UnsafeMutableRawPointer?
) -> Int {
  guard let bytes, let context else { return 0 }
  let piece = UnsafeRawBufferPointer(start: bytes, count: size * count)
  return transfer(context).receive(body: piece) ? piece.count : 0
}

/// Takes a line of the header section. Any result except its length ends the transfer.
func transferReceiveHeader(
  _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ context: UnsafeMutableRawPointer?
) -> Int {
  guard let bytes, let context else { return 0 }
  let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
  return transfer(context).receive(header: line) ? line.count : 0
}

/// Opens a socket for an address that libcurl has just resolved, or refuses the address.
func transferOpenSocket(
  _ context: UnsafeMutableRawPointer?, _ purpose: curlsocktype,
  _ address: UnsafeMutablePointer<curl_sockaddr>?
) -> curl_socket_t {
  guard let context else { return -1 }
  return CurlSocket.open(for: address, transfer(context).mayConnect)
}

private func transfer(_ context: UnsafeMutableRawPointer) -> Transfer {
  Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
}

/// The sockets that libcurl asks for.
package enum CurlSocket {
  /// Opens a socket for an address that libcurl has just resolved.
  ///
  /// - Parameters:
  ///   - address: the address.
  ///   - isAllowed: whether the transfer may connect to it.
  /// - Returns: the socket; -1 if the address is refused or no socket could be opened.
  package static func open(
    for address: UnsafeMutablePointer<curl_sockaddr>?, _ isAllowed: (IPAddress) -> Bool
  ) -> curl_socket_t {
    let none: curl_socket_t = -1
    guard let address else { return none }
    var bytes = [UInt8](repeating: 0, count: 16)
    let count = doorward_curl_address(address, &bytes)
    guard let ip = IPAddress(bytes: bytes.prefix(Int(count))), isAllowed(ip) else { return none }
    return doorward_curl_open(address)
  }
}
