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
