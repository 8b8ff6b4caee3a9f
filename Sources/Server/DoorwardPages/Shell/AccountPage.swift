package import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardProvider
package import DoorwardSessions
import DoorwardSignIn
import DoorwardStore
package import DoorwardTexts
import DoorwardWire

/// The hosted page, on which a user signs in and manages the account.
package struct AccountPage: Sendable {
  package let origin: WebOrigin
  package let walletOrigin: WebOrigin?
  private let application: @Sendable () -> Application?

  /// - Parameters:
  ///   - origin: the origin of the page.
  ///   - walletOrigin: the origin of the wallet page; nil for none.
  ///   - application: the application of the page, which can fix the language and has a look.
  package init(
    origin: WebOrigin, walletOrigin: WebOrigin?, application: @escaping @Sendable () -> Application? = { nil }
  ) {
    self.origin = origin
    self.walletOrigin = walletOrigin
    self.application = application
  }

  /// The language that the application of the page has fixed; nil if the user decides.
  package var language: Language? { application()?.language }

  /// The look of the page for an application, or for the application of the page if the other has none.
  package func look(for client: Application? = nil) -> PageLook {
    .first(of: [client, application()])
  }

  package func register(in router: inout Router) {
    register(.account, at: "/", in: &router)
    register(.continuation, at: PagePath.continuation, in: &router)
    PageAsset.register(PageAssetList.account, in: &router)
  }

  /// Adds a page that is the same for every user.
  package func register(_ page: HostedPage, at path: String, in router: inout Router) {
    router.on(.get, path, by: .browser) { request in
      if let elsewhere = redirect(request, to: path) { return elsewhere }
      let fixed = language
      let language = PageLanguage.choose(for: request, fixed: fixed)
      var response = response(page.filled(language, look(), isFixed: fixed != nil), language)
      response.fields["Cache-Control"] = "no-cache"
      response.fields["Vary"] = "Accept-Language, Cookie"
      return response
    }
  }

  /// Redirects a request for another loopback name to the origin's own name. Cookies, wallets and the content security
  /// policy depend on that name. Behind a proxy, the proxy is responsible for the name.
  ///
  /// - Returns: nil if the request uses the right name or the origin is not a loopback origin.
  package func redirect(_ request: HTTPRequest, to path: String) -> HTTPResponse? {
    guard origin.isLoopback, let host = request.fields["Host"], host != origin.authority else { return nil }
    return .redirect("\(origin)\(path)\(request.query.map { "?\($0)" } ?? "")", status: 307)
  }

  /// A page of this origin, with its security policies.
  package func response(_ page: [UInt8], _ language: Language, status: Int = 200) -> HTTPResponse {
    var response = HTTPResponse(status: status, contentType: "text/html; charset=utf-8", body: page)
    response.fields["Content-Language"] = language.tag
    response.fields["Content-Security-Policy"] = policy
    // Wallets open windows from the framed wallet page and answer through `opener`. `same-origin` would disconnect
    // them (HTML §7.1.3).
    response.fields["Cross-Origin-Opener-Policy"] = "same-origin-allow-popups"
    return response
  }

  /// A page for this request only, which caches must not store.
  package func unkept(_ page: [UInt8], _ language: Language, status: Int = 200) -> HTTPResponse {
    var response = response(page, language, status: status)
    response.fields["Cache-Control"] = "no-store"
    return response
  }

  /// The policy allows neither inline scripts nor third parties. Wallet code runs in a frame of its own origin.
  private var policy: String {
    [
      "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' data:",
      "connect-src 'self'", "frame-src \(walletOrigin.map { "\($0)" } ?? "'none'")", "form-action 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].joined(separator: "; ")
  }
}
