internal import DoorwardPlatformHTTP
internal import DoorwardWire
internal import Encodings

/// Sends HTTP requests. An app or a test can replace it.
///
/// ```swift
/// let transport = DoorwardTransport { request in
///   print(request.method, request.url)
///   return try await DoorwardTransport.standard.send(request)
/// }
/// ```
public struct DoorwardTransport: Sendable {
  /// The time that the SDK waits for one answer of the server, even if ``send`` waits longer. A request with a large
  /// body, such as a photo, gets one more second for each 100 KB.
  public var patience: Duration
  /// Sends a request and returns the answer, with any status. It throws only if there is no answer.
  ///
  /// The SDK throws a ``DoorwardError`` unchanged. It turns a `URLError` about TLS into
  /// ``DoorwardError/Code/insecureConnection``, and every other error into ``DoorwardError/Code/offline``.
  public var send: @Sendable (DoorwardRequest) async throws -> DoorwardResponse

  /// Makes a transport.
  public init(
    patience: Duration = .seconds(30),
    send: @escaping @Sendable (DoorwardRequest) async throws -> DoorwardResponse
  ) {
    self.patience = patience
    self.send = send
  }

  /// The transport of the platform for the sign-in server: `URLSession` on Apple platforms, libcurl on Linux.
  ///
  /// It follows no redirect, stores no cookies and caches nothing. It accepts answers of up to 1 MiB. A failure is a
  /// `URLError`.
  public static let standard = DoorwardTransport.platform(longest: WireLimits.answer.maxBytes)

  /// The same for the app's own backends, with answers of up to 64 MiB.
  public static let backend = DoorwardTransport.platform(longest: 64 << 20)
}

extension DoorwardTransport {
  /// The HTTP client of the platform.
  ///
  /// A device on the network may send an endless answer, so answers have a limit.
  static func platform(longest: Int) -> DoorwardTransport {
    let client = PlatformHTTPClient()
    return DoorwardTransport { request in
      let response = try await client.send(
        PlatformRequest(
          method: request.method, url: request.url, headers: request.headers, body: request.body,
          limit: longest, timeout: .seconds(30) + request.uploadTime))
      return DoorwardResponse(status: response.status, headers: response.headers, body: response.body)
    }
  }
}
