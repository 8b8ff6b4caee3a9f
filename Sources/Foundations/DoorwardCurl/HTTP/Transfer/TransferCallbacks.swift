import CDoorwardCurl

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
