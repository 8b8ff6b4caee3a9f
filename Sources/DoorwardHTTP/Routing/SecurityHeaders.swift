/// Sets the header fields that narrow what a browser may do with any response.
///
/// A content security policy and `Cache-Control` are each page's own business; what a handler has set stays.
public struct SecurityHeaders: Middleware {
  private let defaults: [(name: String, value: String)]

  /// - Parameters:
  ///   - strictTransportSecurity: seconds a browser must insist on HTTPS, only behind TLS (RFC 6797);
  ///     `nil` sends nothing.
  ///   - openerPolicy: `Cross-Origin-Opener-Policy`; a page whose wallets answer from popups needs
  ///     `same-origin-allow-popups`.
  ///   - resourcePolicy: `Cross-Origin-Resource-Policy`.
  ///   - frameOptions: `X-Frame-Options`; `nil` sends nothing, for what others may frame: the field knows no
  ///     list of them, `frame-ancestors` does.
  public init(
    strictTransportSecurity: Int? = nil, openerPolicy: String = "same-origin",
    resourcePolicy: String = "same-origin", frameOptions: String? = "DENY"
  ) {
    var defaults = [
      ("X-Content-Type-Options", "nosniff"),
      ("Referrer-Policy", "no-referrer"),
      ("Cross-Origin-Opener-Policy", openerPolicy),
      ("Cross-Origin-Resource-Policy", resourcePolicy),
    ]
    if let frameOptions { defaults.append(("X-Frame-Options", frameOptions)) }
    if let strictTransportSecurity {
      defaults.append(("Strict-Transport-Security", "max-age=\(strictTransportSecurity); includeSubDomains"))
    }
    self.defaults = defaults
  }

  public func respond(
    to request: HTTPRequest, context: RequestContext, next: HTTPHandler
  ) async throws -> HTTPResponse {
    var response = try await next(request, context)
    for (name, value) in defaults where !response.fields.contains(name) {
      response.fields.append(name, value)
    }
    return response
  }
}
