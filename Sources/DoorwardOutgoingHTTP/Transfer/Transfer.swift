import CDoorwardCurl
import DoorwardHTTP
import DoorwardThreads

/// One request under way: owns libcurl's handle for it and collects the response.
///
/// Sound as Sendable: after `init` everything but `cancellation` is touched by the transfer loop's thread alone,
/// libcurl's callbacks included.
final class Transfer: @unchecked Sendable {
  private let cancellation = Monitor(false)
  /// When the request must be done, the wait for its turn included.
  let deadline: MonotonicTime

  private let request: OutgoingRequest
  private let configuration: OutgoingHTTPConfiguration
  private let url: TransferURL
  private(set) var easy: UnsafeMutableRawPointer?
  private var headers: UnsafeMutablePointer<curl_slist>?
  private var response = OutgoingResponse(status: 0)
  private var headerBytes = 0
  private var refusal: OutgoingHTTPError?

  /// - Throws: ``OutgoingHTTPError``: `invalid_url`, `unsupported_scheme`.
  init(_ request: OutgoingRequest, _ configuration: OutgoingHTTPConfiguration) throws(OutgoingHTTPError) {
    self.request = request
    self.configuration = configuration
    url = try TransferURL(request.url)
    deadline = .now.advanced(by: request.timeout ?? configuration.timeout)
  }

  deinit {
    if let easy { curl_easy_cleanup(easy) }
    if let headers { curl_slist_free_all(headers) }
  }

  /// Whether the sender has lost interest.
  var isCancelled: Bool { cancellation.withLock { $0 } }

  /// The sender has lost interest; said by any thread.
  func cancel() {
    cancellation.withLock { $0 = true }
  }

  /// Makes the handle that the loop runs.
  /// - Returns: `nil` when the time is over or libcurl refuses.
  func prepare() -> UnsafeMutableRawPointer? {
    let now = MonotonicTime.now
    guard now < deadline, let easy = curl_easy_init() else { return nil }
    self.easy = easy
    makeHeaders()
    let left = (deadline.nanoseconds - now.nanoseconds) / 1_000_000
    let hasBody = !request.body.isEmpty || ["POST", "PUT", "PATCH"].contains(request.method.rawValue)
    let code = request.body.withUnsafeBytes { body in
      withCStrings(request.method.rawValue, configuration.userAgent, configuration.proxy ?? "") {
        method, userAgent, proxy in
        var options = doorward_curl_options(
          url: url.handle, method: method, body: body.baseAddress, body_size: curl_off_t(body.count),
          has_body: hasBody, wants_no_body: request.method == .head, headers: headers, user_agent: userAgent,
          proxy: proxy, authorities: nil,
          connect_milliseconds: Int(clamping: milliseconds(configuration.connectTimeout)),
          total_milliseconds: Int(clamping: max(left, 1)),
          response_limit: curl_off_t(configuration.maximumResponseBytes), receive_body: transferReceiveBody,
          receive_header: transferReceiveHeader, open_socket: transferOpenSocket,
          context: Unmanaged.passUnretained(self).toOpaque())
        guard let authorities = configuration.certificateAuthorities else {
          return doorward_curl_prepare(easy, &options)
        }
        return authorities.withCString { path in
          options.authorities = path
          return doorward_curl_prepare(easy, &options)
        }
      }
    }
    return code == CURLE_OK ? easy : nil
  }

  private func makeHeaders() {
    // How the body is framed is libcurl's to say.
    let framing: Set<String> = ["content-length", "transfer-encoding"]
    for field in request.fields where !framing.contains(field.name.lowercased()) {
      // libcurl reads "Name:" as "leave it out"; an empty value is written with a semicolon.
      append(field.value.isEmpty ? "\(field.name);" : "\(field.name): \(field.value)")
    }
    // Neither a media type nobody named nor a pause before the body.
    if !request.fields.contains("Content-Type") { append("Content-Type:") }
    if !request.fields.contains("Expect") { append("Expect:") }
  }

  private func append(_ line: String) {
    if let longer = curl_slist_append(headers, line) { headers = longer }
  }

  // MARK: What libcurl calls

  /// Takes a piece of the body, unless it would grow beyond the cap.
  func receive(body: UnsafeRawBufferPointer) -> Bool {
    guard response.body.count + body.count <= configuration.maximumResponseBytes else {
      refusal = tooLarge
      return false
    }
    response.body.append(contentsOf: body)
    return true
  }

  /// Takes one line of the header section.
  func receive(header line: UnsafeRawBufferPointer) -> Bool {
    headerBytes += line.count
    guard headerBytes <= 65_536 else {
      refusal = tooLarge
      return false
    }
    // A status line begins a new response: the one before was interim.
    if line.starts(with: "HTTP/".utf8) { response.fields = [:] }
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return true }
    let value = line[(colon + 1)...].drop { $0 == 0x20 || $0 == 0x09 }
    let end = value.lastIndex { $0 > 0x20 }.map { $0 + 1 } ?? value.startIndex
    response.fields.append(
      String(decoding: line[..<colon], as: UTF8.self),
      String(decoding: value[value.startIndex..<end], as: UTF8.self))
    return true
  }

  /// Whether a socket may be opened to this address: the very one libcurl connects to next.
  func mayConnect(to address: IPAddress) -> Bool {
    if configuration.allowPrivateAddresses || configuration.proxy != nil || address.isPublic { return true }
    refusal = OutgoingHTTPError(
      .privateAddress, "\(url.host) is at \(address), which is not on the public internet.")
    return false
  }

  private var tooLarge: OutgoingHTTPError {
    OutgoingHTTPError(
      .responseTooLarge, "\(url.host) answered with more than \(configuration.maximumResponseBytes) bytes.")
  }

  // MARK: The outcome

  /// The response, or what became of it.
  func outcome(_ code: CURLcode) -> Result<OutgoingResponse, OutgoingHTTPError> {
    switch code {
    case CURLE_OK:
      response.status = easy.map { Int(doorward_curl_status($0)) } ?? 0
      return .success(response)
    case CURLE_FILESIZE_EXCEEDED:
      return .failure(tooLarge)
    default:
      return .failure(refusal ?? TransferFailure.error(code, host: url.host))
    }
  }

  /// The outcome where nothing was transferred.
  var failureToStart: OutgoingHTTPError {
    MonotonicTime.now < deadline
      ? OutgoingHTTPError(.transferFailed, "The request to \(url.host) could not be set up.")
      : TransferFailure.error(CURLE_OPERATION_TIMEDOUT, host: url.host)
  }
}

private func milliseconds(_ duration: Duration) -> Int64 {
  let (seconds, attoseconds) = duration.components
  return max(1, min(seconds, 1 << 40) * 1000 + attoseconds / 1_000_000_000_000_000)
}

private func withCStrings<Result>(
  _ first: String, _ second: String, _ third: String,
  _ body: (UnsafePointer<CChar>, UnsafePointer<CChar>, UnsafePointer<CChar>) -> Result
) -> Result {
  first.withCString { first in second.withCString { second in third.withCString { body(first, second, $0) } }
  }
}
