package import DoorwardHTTP
import DoorwardProvider
package import DoorwardSessions
import DoorwardSignIn
package import DoorwardStore
import Encodings

/// The page of the wallet origin: it lets other people's wallet code run, asks the account page that frames
/// it for a few challenges, hands it a signature, and can do nothing else (threat case 21b).
package struct WalletPage: Sendable {
  private let template: PageTemplate
  private let settings: NEARConnectSettings
  private let accountOrigin: WebOrigin
  private let isDevelopment: Bool
  private let random: RandomSource

  package init(
    settings: NEARConnectSettings, accountOrigin: WebOrigin, isDevelopment: Bool, random: RandomSource
  ) {
    self.settings = settings
    self.accountOrigin = accountOrigin
    self.isDevelopment = isDevelopment
    self.random = random
    template = PageTemplate(WebFiles.wallet_html)
  }

  package func register(in router: inout Router) {
    router.on(.get, "/near") { _, _ in try page() }
    PageAsset.register(PageAssetList.wallet, in: &router)
  }

  private func page() throws -> HTTPResponse {
    // near-connect passes the nonce on with every character of base64url's own removed, so it is plain base64.
    let nonce = Base64.encode(try random.bytes(18))
    var response = HTTPResponse.html(
      template.filled([
        "account_origin": "\(accountOrigin)", "nonce": nonce,
        "near_connect_url": settings.scriptURL, "near_connect_integrity": settings.scriptIntegrity,
        "manifest_url": settings.manifestURL, "script": WebFiles.wallet_js.address,
      ]))
    response.fields["Content-Security-Policy"] = policy(nonce: nonce)
    response.fields["Cache-Control"] = "no-store"
    response.fields["Cross-Origin-Opener-Policy"] = "same-origin-allow-popups"
    response.fields["Cross-Origin-Resource-Policy"] = "cross-origin"
    return response
  }

  /// Wallet executors are scripts of others, fetched as text and run in sandboxed frames that inherit this
  /// policy, and talk to nodes of their own choice: so any https origin is open to them. What keeps them
  /// from the account is the account origin's own refusal of every other origin (``AccountOrigin``).
  private func policy(nonce: String) -> String {
    let local = isDevelopment ? " http://127.0.0.1:* http://localhost:*" : ""
    // Beyond their origins executors need what wallets are made of: WebAssembly, the handlers of their own
    // buttons, fonts, and the links that open a wallet's app.
    return [
      "default-src 'none'", "script-src 'nonce-\(nonce)' 'self' 'wasm-unsafe-eval'",
      "script-src-attr 'unsafe-inline'", "style-src 'self' 'unsafe-inline' https:",
      "img-src 'self' data: blob: https:\(local)", "font-src https: data:",
      "connect-src 'self' https: wss:\(local)",
      "frame-src 'self' https: data: blob: hotwallet: near-mobile-wallet: intear:\(local)",
      "form-action 'none'", "base-uri 'none'", "frame-ancestors \(accountOrigin)",
    ].joined(separator: "; ")
  }
}
