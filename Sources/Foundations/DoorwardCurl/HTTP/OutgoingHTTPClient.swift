import CDoorwardCurl

/// Sends HTTP requests to other servers, with limits of size and time and a rule about addresses.
///
/// ```swift
/// let client = OutgoingHTTPClient()
/// let response = try await client.send(OutgoingRequest(url: "https://rpc.example/status"))
/// ```
///
/// The client follows no redirect, uses no proxy of the environment unless it is configured to, and always checks
/// certificates. It checks the address that it connects to, so a name that resolves differently the second time is checked
/// too. All transfers run on one thread of the client, which keeps connections open for reuse. Cancelling the calling task
/// ends its transfer at once.
public final class OutgoingHTTPClient: Sendable {
  private let configuration: OutgoingHTTPConfiguration
  private let loop: TransferLoop

  /// Makes a client. Its thread starts with the first request and ends with the client.
  public init(_ configuration: OutgoingHTTPConfiguration = OutgoingHTTPConfiguration()) {
    self.configuration = configuration
    loop = TransferLoop(
      maximumConcurrent: configuration.maximumConcurrentRequests,
      maximumWaiting: configuration.maximumWaitingRequests)
  }

  /// The time limit of a request from ``send(_:)`` to the last byte, unless the request has its own time limit.
  package var timeout: Duration { configuration.timeout }

  deinit {
    loop.close()
  }

  /// Sends a request and waits for the whole response.
  ///
  /// - Throws: ``OutgoingHTTPError``. A response of any status is not an error.
  public func send(_ request: OutgoingRequest) async throws(OutgoingHTTPError) -> OutgoingResponse {
    let transfer = try Transfer(request, configuration)
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        loop.submit(transfer) { continuation.resume(returning: $0) }
      }
    } onCancel: {
      loop.cancel(transfer)
    }
    return try result.get()
  }
}

/// The limits of every request that an ``OutgoingHTTPClient`` sends.
public struct OutgoingHTTPConfiguration: Sendable {
  /// Whether the client may connect to private, loopback, link-local and other addresses that are not on the public
  /// internet. A server that fetches URLs of other people must not (server-side request forgery).
  public var allowPrivateAddresses: Bool
  /// The time limit of a connection, including name lookup and TLS.
  public var connectTimeout: Duration = .seconds(5)
  /// The time limit of a request from ``OutgoingHTTPClient/send(_:)`` to the last byte.
  public var timeout: Duration = .seconds(5)
  /// The largest response body, in bytes.
  public var maximumResponseBytes = 200_000
  /// The most requests at the same time; more requests wait.
  public var maximumConcurrentRequests = 32
  /// The most requests that wait; more requests are refused.
  public var maximumWaitingRequests = 1024
  /// The HTTP proxy.
  public var proxy = Proxy.none
  /// A PEM file of certificate authorities that replaces the system's.
  public var certificateAuthorities: String?
  /// The value of `User-Agent`, unless a request has its own.
  public var userAgent = "Doorward"

  /// The way in which requests reach other servers. A proxy resolves names itself, so that ``allowPrivateAddresses``
  /// has no effect with a proxy.
  public enum Proxy: Sendable, Hashable {
    /// Directly, even if the environment names a proxy.
    case none
    /// Through the proxies that the environment names (`https_proxy`, `no_proxy`), as other programs of the user do.
    case environment
    /// Through this proxy: `http://proxy.example:3128`.
    case url(String)
  }

  /// Makes a configuration with the defaults: public addresses only, no proxy.
  public init(allowPrivateAddresses: Bool = false) {
    self.allowPrivateAddresses = allowPrivateAddresses
  }
}

extension OutgoingHTTPClient {
  /// The version of the libcurl in use, and of the TLS library it uses: `7.88.1 OpenSSL/3.0.22`.
  public static var libraryVersion: String {
    let parts = curl_version().map { String(cString: $0).split(separator: " ").prefix(2) } ?? []
    let text = parts.joined(separator: " ")
    return text.hasPrefix("libcurl/") ? String(text.dropFirst("libcurl/".count)) : text
  }
}
