/// The bounds of everything an ``OutgoingHTTPClient`` sends.
public struct OutgoingHTTPConfiguration: Sendable {
  /// Whether private, loopback, link-local and other addresses off the public internet may be reached. A server
  /// that fetches what strangers name must not (server-side request forgery).
  public var allowPrivateAddresses: Bool
  /// How long a connection may take, name look-up and TLS included.
  public var connectTimeout: Duration = .seconds(5)
  /// How long a request may take from ``OutgoingHTTPClient/send(_:)`` to the last byte.
  public var timeout: Duration = .seconds(5)
  /// The largest response body, in bytes.
  public var maximumResponseBytes = 200_000
  /// Requests under way at once; more wait.
  public var maximumConcurrentRequests = 32
  /// Requests that may wait; more are refused.
  public var maximumWaitingRequests = 1024
  /// An HTTP proxy (`http://proxy.example:3128`); the environment's are never used. The proxy then resolves
  /// names, so the rule about addresses is the proxy's to keep.
  public var proxy: String?
  /// A PEM file of certificate authorities in place of the system's.
  public var certificateAuthorities: String?
  /// `User-Agent`.
  public var userAgent = "Doorward"

  /// The defaults: public addresses only.
  public init(allowPrivateAddresses: Bool = false) {
    self.allowPrivateAddresses = allowPrivateAddresses
  }
}
