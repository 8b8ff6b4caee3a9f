package import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardProvider
package import DoorwardSessions
import DoorwardSignIn
import DoorwardStore
import DoorwardWire

/// The hosted page, on which a user signs in and manages the account.
package struct AccountPage: Sendable {
  package let origin: WebOrigin
  package let walletOrigin: WebOrigin?

  package init(
    origin: WebOrigin, walletOrigin: WebOrigin?
  ) {
    self.origin = origin
    self.walletOrigin = walletOrigin
  }

  package func register(in router: inout Router) {
    register(.account, at: "/", in: &router)
    register(.continuation, at: PagePath.continuation, in: &router)
    PageAsset.register(PageAssetList.account, in: &router)
  }

  /// Adds a page that is the same for every user.
  package func register(_ page: HostedPage, at path: String, in router: inout Router) {
    let text = page.filled()
    router.on(.get, path) { request, _ in
      if let elsewhere = redirect(request, to: path) { return elsewhere }
      var response = response(text)
      response.fields["Cache-Control"] = "no-cache"
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
  package func response(_ page: [UInt8], status: Int = 200) -> HTTPResponse {
    var response = HTTPResponse(status: status, contentType: "text/html; charset=utf-8", body: page)
    response.fields["Content-Security-Policy"] = policy
    // Wallets open windows from the framed wallet page and answer through `opener`. `same-origin` would disconnect
    // them (HTML §7.1.3).
    response.fields["Cross-Origin-Opener-Policy"] = "same-origin-allow-popups"
    return response
  }

  /// A page for this request only, which caches must not store.
  package func unkept(_ page: [UInt8], status: Int = 200) -> HTTPResponse {
    var response = response(page, status: status)
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
