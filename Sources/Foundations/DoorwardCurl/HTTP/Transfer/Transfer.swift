import CDoorwardCurl
import DoorwardHTTPTypes
import DoorwardSystem

/// One request: owns libcurl's handle for it and collects the response.
///
/// Unchecked: after `init` the thread of the transfer loop alone uses everything except `cancellation`, which is locked.
/// libcurl calls its callbacks on that thread too.
final class Transfer: @unchecked Sendable {
  private let cancellation = Monitor(false)
  /// The time at which the request must be done, including the wait for its turn.
  let deadline: MonotonicTime

  private let request: OutgoingRequest
  private let configuration: OutgoingHTTPConfiguration
  private let url: TransferURL
  private(set) var easy: UnsafeMutableRawPointer?
  private let errorText = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))
  private var headers: UnsafeMutablePointer<curl_slist>?
  private var response = OutgoingResponse(status: 0)
  private var headerBytes = 0
  /// Whether the header section of the response has ended. libcurl takes a section that the other side cut for a whole one.
  private var isHeadComplete = false
  private var refusal: OutgoingHTTPError?

  /// - Throws: ``OutgoingHTTPError``: `invalid_url`, `unsupported_scheme`.
  init(_ request: OutgoingRequest, _ configuration: OutgoingHTTPConfiguration) throws(OutgoingHTTPError) {
    self.request = request
    self.configuration = configuration
    url = try TransferURL(request.url)
    deadline = .now.advanced(by: request.timeout ?? configuration.timeout)
    errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
  }

  deinit {
    if let easy { curl_easy_cleanup(easy) }
    errorText.deallocate()
    if let headers { curl_slist_free_all(headers) }
  }

  /// Whether the caller has cancelled the request.
  var isCancelled: Bool { cancellation.withLock { $0 } }

  /// Marks the request as cancelled. Any thread may call this.
  func cancel() {
    cancellation.withLock { $0 = true }
  }

  /// Makes the handle that the loop runs.
  ///
  /// - Returns: nil if the deadline has passed or libcurl refuses.
  func prepare() -> UnsafeMutableRawPointer? {
    let now = MonotonicTime.now
    guard now < deadline, let easy = curl_easy_init() else { return nil }
    self.easy = easy
    makeHeaders()
    let left = (deadline.nanoseconds - now.nanoseconds) / 1_000_000
    let hasBody = !request.body.isEmpty || ["POST", "PUT", "PATCH"].contains(request.method.rawValue)
    let code = request.body.withUnsafeBytes { body in
      withCStrings(
        method: request.method.rawValue, userAgent: configuration.userAgent, proxy: proxyText
      ) { method, userAgent, proxy in
        var options = doorward_curl_options(
          url: url.handle, method: method, body: body.baseAddress, body_size: curl_off_t(body.count),
          has_body: hasBody, wants_no_body: request.method == .head, headers: headers, user_agent: userAgent,
          proxy: configuration.proxy == .environment ? nil : proxy, authorities: nil,
          connect_milliseconds: Int(clamping: milliseconds(configuration.connectTimeout)),
          total_milliseconds: Int(clamping: max(left, 1)),
          response_limit: curl_off_t(responseLimit), receive_body: transferReceiveBody,
          receive_header: transferReceiveHeader, open_socket: transferOpenSocket,
          context: Unmanaged.passUnretained(self).toOpaque(), error_text: errorText)
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

  private var proxyText: String {
    if case .url(let text) = configuration.proxy { text } else { "" }
  }

  private func makeHeaders() {
    // libcurl frames the body.
    let framing: Set<String> = ["content-length", "transfer-encoding"]
    for field in request.fields where !framing.contains(field.name.lowercased()) {
      // libcurl leaves out a field that is written as "Name:"; "Name;" stands for an empty value.
      append(field.value.isEmpty ? "\(field.name);" : "\(field.name): \(field.value)")
    }
    // libcurl must add neither a media type nor a pause before the body.
    if !request.fields.contains("Content-Type") { append("Content-Type:") }
    if !request.fields.contains("Expect") { append("Expect:") }
  }

  private func append(_ line: String) {
    if let longer = curl_slist_append(headers, line) { headers = longer }
  }

  // MARK: Callbacks of libcurl

  /// Takes a piece of the body, unless the body would exceed the limit.
  func receive(body: UnsafeRawBufferPointer) -> Bool {
    guard response.body.count + body.count <= responseLimit else {
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
    // A status line begins a new response: the one before it was interim.
    if line.starts(with: "HTTP/".utf8) {
      response.fields = [:]
      isHeadComplete = false
    }
    if line.elementsEqual("\r\n".utf8) || line.elementsEqual("\n".utf8) { isHeadComplete = true }
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return true }
    let value = line[(colon + 1)...].drop { $0 == 0x20 || $0 == 0x09 }
    let end = value.lastIndex { $0 > 0x20 }.map { $0 + 1 } ?? value.startIndex
    response.fields.append(
      String(decoding: line[..<colon], as: UTF8.self),
      String(decoding: value[value.startIndex..<end], as: UTF8.self))
    return true
  }

  /// Whether libcurl may connect to this address, the one that it connects to next.
  func mayConnect(to address: IPAddress) -> Bool {
    if configuration.allowPrivateAddresses || configuration.proxy != .none || address.isPublic { return true }
    refusal = OutgoingHTTPError(
      .privateAddress, "\(url.host) is at \(address), which is not on the public internet.")
    return false
  }

  private var responseLimit: Int { request.maximumResponseBytes ?? configuration.maximumResponseBytes }

  private var tooLarge: OutgoingHTTPError {
    OutgoingHTTPError(
      .responseTooLarge, "\(url.host) answered with more than \(responseLimit) bytes.")
  }

  // MARK: The outcome

  /// The response, or the reason why there is none.
  func outcome(_ code: CURLcode) -> Result<OutgoingResponse, OutgoingHTTPError> {
    switch code {
    case CURLE_OK:
      guard isHeadComplete else {
        return .failure(
          OutgoingHTTPError(.transferFailed, "The answer of \(url.host) ended within its header."))
      }
      response.status = easy.map { Int(doorward_curl_status($0)) } ?? 0
      return .success(response)
    case CURLE_FILESIZE_EXCEEDED:
      return .failure(tooLarge)
    default:
      return .failure(
        refusal ?? TransferFailure.error(code, details: String(cString: errorText), host: url.host))
    }
  }

  /// The outcome if the transfer could not start.
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
  method: String, userAgent: String, proxy: String,
  _ body: (UnsafePointer<CChar>, UnsafePointer<CChar>, UnsafePointer<CChar>) -> Result
) -> Result {
  method.withCString { method in
    userAgent.withCString { userAgent in proxy.withCString { body(method, userAgent, $0) } }
  }
}
