package import CDoorwardCurl
package import DoorwardHTTPTypes

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
