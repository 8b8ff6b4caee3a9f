import DoorwardHTTPTypes

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

  public func finish(_ response: inout HTTPResponse, to request: HTTPRequest, _ context: RequestContext) {
    for field in defaults where !response.fields.contains(field.name) { response.fields.append(field) }
  }
}
