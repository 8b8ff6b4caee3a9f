import HTTPCore

/// The hosted page: where a person signs in and looks after their account.
struct AccountPage: Sendable {
  let origin: WebOrigin
  let walletOrigin: WebOrigin?

  func register(in router: inout Router) {
    let page = PackageResources.page_html
    router.on(.get, "/") { request, _ in
      // This machine has several names, and the page works under the one that cookies, wallets and the
      // policy know. Behind a proxy the name is the proxy's business.
      if origin.isLoopback, let host = request.fields["Host"], host != origin.authority {
        return .redirect("\(origin)/", status: 307)
      }
      var response = HTTPResponse(status: 200, contentType: "text/html; charset=utf-8", body: page)
      response.fields["Content-Security-Policy"] = policy
      response.fields["Cache-Control"] = "no-cache"
      // Wallets open windows from the framed wallet page and answer through their opener; under
      // `same-origin` the browser would cut that off (HTML §7.1.3).
      response.fields["Cross-Origin-Opener-Policy"] = "same-origin-allow-popups"
      return response
    }
    PageAsset.register(PageAssetList.account, in: &router)
  }

  /// No inline script, no third party; wallet code lives in a frame of its own origin.
  private var policy: String {
    [
      "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' data:",
      "connect-src 'self'", "frame-src \(walletOrigin.map { "\($0)" } ?? "'none'")", "form-action 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].joined(separator: "; ")
  }
}
