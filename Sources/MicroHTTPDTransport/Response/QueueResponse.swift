import CMicroHTTPD
import HTTPCore

/// Hands a response to libmicrohttpd.
///
/// - Parameters:
///   - response: what to send.
///   - connection: where to; on the library's own thread for it.
///   - isLast: whether the connection closes after it.
/// - Returns: whether the library took it.
func queue(_ response: HTTPResponse, on connection: OpaquePointer, isLast: Bool) -> Bool {
  guard let native = makeResponse(response) else { return false }
  defer { MHD_destroy_response(native) }
  for field in response.fields where !isTransportField(field.name) {
    MHD_add_response_header(native, field.name, field.value)
  }
  if isLast { MHD_add_response_header(native, "Connection", "close") }
  let status = (200...599).contains(response.status) ? response.status : 500
  return MHD_queue_response(connection, UInt32(status), native) == .YES
}

private func makeResponse(_ response: HTTPResponse) -> OpaquePointer? {
  if response.body.isEmpty, let length = response.fields["Content-Length"].flatMap({ UInt64($0) }), length > 0
  {
    // The answer to HEAD: the length of a body that is not sent.
    return MHD_create_response_from_callback(length, 1024, microHTTPDReadNothing, nil, nil)
  }
  return response.body.withUnsafeBytes { doorward_mhd_response($0.baseAddress, $0.count) }
}

/// Fields that only the transport knows.
private func isTransportField(_ name: String) -> Bool {
  switch name.utf8.count {
  case 10: name.lowercased() == "connection"
  case 14: name.lowercased() == "content-length"
  case 17: name.lowercased() == "transfer-encoding"
  default: false
  }
}

/// Never asked: HEAD has no body. Were it asked, the connection would end.
private func microHTTPDReadNothing(
  _ context: UnsafeMutableRawPointer?, _ position: UInt64, _ buffer: UnsafeMutablePointer<CChar>?, _ size: Int
) -> Int {
  -2  // MHD_CONTENT_READER_END_WITH_ERROR
}
