import DoorwardHTTPTypes

// The steps of an `HTTPService` before and after its routes. No step waits, because every request pays for each of them.

/// Refuses some requests before their route receives them.
public protocol RequestCheck: Sendable {
  /// - Throws: The refusal, usually a ``Problem``.
  func check(_ request: HTTPRequest) throws
}

/// Answers some errors of checks and routes in its own way.
public protocol ErrorStep: Sendable {
  /// The response to an error.
  ///
  /// - Returns: The response; nil if this step has none for the error.
  /// - Throws: An error that takes the place of this one.
  func response(to error: any Error, of request: HTTPRequest) throws -> HTTPResponse?
}

/// Changes or observes every response, also those to errors and to requests that the transport refused.
public protocol ResponseStep: Sendable {
  func finish(_ response: inout HTTPResponse, to request: HTTPRequest)
}

/// Limits the body of some paths to less than the transport's limit.
public struct BodyLimit: RequestCheck {
  private let bytes: Int
  private let exceptions: @Sendable (HTTPRequest) -> Bool

  /// - Parameters:
  ///   - bytes: The largest accepted body.
  ///   - exceptions: Selects the requests without this limit.
  public init(bytes: Int, except exceptions: @escaping @Sendable (HTTPRequest) -> Bool = { _ in false }) {
    self.bytes = bytes
    self.exceptions = exceptions
  }

  public func check(_ request: HTTPRequest) throws {
    guard request.body.count <= bytes || exceptions(request) else {
      throw Problem(
        status: 413, code: "body_too_large", detail: "The body may have up to \(bytes) bytes.")
    }
  }
}

/// Sets header fields that restrict browsers, on every response.
///
/// Handlers set the content security policy and `Cache-Control` of a page. Fields that a handler has set are kept.
public struct SecurityHeaders: ResponseStep {
  private let defaults: HTTPFields

  /// - Parameters:
  ///   - strictTransportSecurity: The seconds for which a browser must use HTTPS (RFC 6797). Use it only behind
  ///     TLS. `nil` sends no field.
  ///   - openerPolicy: `Cross-Origin-Opener-Policy`. A page whose wallets open popups needs
  ///     `same-origin-allow-popups`.
  ///   - resourcePolicy: `Cross-Origin-Resource-Policy`.
  ///   - frameOptions: `X-Frame-Options`; `nil` sends no field. Use `nil` for pages that other sites may frame:
  ///     only `frame-ancestors` can list those sites.
  public init(
    strictTransportSecurity: Int? = nil, openerPolicy: String = "same-origin",
    resourcePolicy: String = "same-origin", frameOptions: String? = "DENY"
  ) {
    var defaults: HTTPFields = [
      "X-Content-Type-Options": "nosniff",
      "Referrer-Policy": "no-referrer",
      "Cross-Origin-Opener-Policy": openerPolicy,
      "Cross-Origin-Resource-Policy": resourcePolicy,
    ]
    if let frameOptions { defaults.append("X-Frame-Options", frameOptions) }
    if let strictTransportSecurity {
      defaults.append("Strict-Transport-Security", "max-age=\(strictTransportSecurity); includeSubDomains")
    }
    self.defaults = defaults
  }

  public func finish(_ response: inout HTTPResponse, to request: HTTPRequest) {
    for field in defaults where !response.fields.contains(field.name) { response.fields.append(field) }
  }
}
