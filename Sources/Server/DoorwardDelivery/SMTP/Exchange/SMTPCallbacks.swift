import CDoorwardCurl
import DoorwardCurl

// The callbacks of libcurl: global functions, which belong to no actor.

/// Copies the next bytes of the message to libcurl.
func smtpReadMessage(
  _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ context: UnsafeMutableRawPointer?
) -> Int {
  guard let bytes, let context else { return 0 }
  return exchange(context).read(into: UnsafeMutableRawBufferPointer(start: bytes, count: size * count))
}

/// Takes one line of the server's answers. Any result except its length ends the transfer.
func smtpReceiveReply(
  _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ context: UnsafeMutableRawPointer?
) -> Int {
  guard let bytes, let context else { return 0 }
  exchange(context).receive(UnsafeRawBufferPointer(start: bytes, count: size * count))
  return size * count
}

/// Opens a socket for an address that libcurl has just resolved, or refuses the address.
func smtpOpenSocket(
  _ context: UnsafeMutableRawPointer?, _ purpose: curlsocktype,
  _ address: UnsafeMutablePointer<curl_sockaddr>?
) -> curl_socket_t {
  guard let context else { return -1 }
  return CurlSocket.open(for: address, exchange(context).mayConnect)
}

/// Ends the transfer if it is cancelled. libcurl calls this at least once a second.
func smtpReportProgress(
  _ context: UnsafeMutableRawPointer?, _ downloadTotal: curl_off_t, _ downloaded: curl_off_t,
  _ uploadTotal: curl_off_t, _ uploaded: curl_off_t
) -> Int32 {
  guard let context else { return 1 }
  return exchange(context).isCancelled ? 1 : 0
}

/// Takes the commands that libcurl sends. libcurl calls this for everything that it does; it prints nothing then.
func smtpReportEvent(
  _ easy: UnsafeMutableRawPointer?, _ kind: curl_infotype, _ bytes: UnsafeMutablePointer<CChar>?,
  _ count: Int, _ context: UnsafeMutableRawPointer?
) -> Int32 {
  guard kind == CURLINFO_HEADER_OUT, let bytes, let context else { return 0 }
  exchange(context).note(command: UnsafeRawBufferPointer(start: bytes, count: count))
  return 0
}

private func exchange(_ context: UnsafeMutableRawPointer) -> SMTPExchange {
  Unmanaged<SMTPExchange>.fromOpaque(context).takeUnretainedValue()
}
