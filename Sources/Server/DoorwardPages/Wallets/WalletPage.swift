package import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardProvider
package import DoorwardSessions
import DoorwardSignIn
package import DoorwardStore
import DoorwardTexts
import Encodings

/// The page of the wallet origin. It runs third-party wallet code, asks the account page that frames it for challenges,
/// and returns a signature. It can do nothing else.
package struct WalletPage: Sendable {
  private let template: ColoredTemplate
  private let settings: NEARConnectSettings
  private let accountOrigin: WebOrigin
  private let applications: ApplicationDirectory
  private let isDevelopment: Bool
  private let random: RandomSource

  package init(
    settings: NEARConnectSettings, accountOrigin: WebOrigin, applications: ApplicationDirectory,
    isDevelopment: Bool, random: RandomSource
  ) {
    self.settings = settings
    self.accountOrigin = accountOrigin
    self.applications = applications
    self.isDevelopment = isDevelopment
    self.random = random
    template = ColoredTemplate(WebFiles.wallet_html)
  }

  package func register(in router: inout Router) {
    router.on(.get, "/near", by: .browser) { request in
      try page(PageLanguage.choose(for: request), look(for: request))
    }
    AppearanceRoutes(applications: applications).register(in: &router)
    PageAsset.register(PageAssetList.wallet, in: &router)
  }

  /// The look of the application that the account page names, else of the application of the account page.
  private func look(for request: HTTPRequest) -> PageLook {
    let named = (try? request.queryItems)?.items.first { $0.name == "application" }?.value
    return .first(of: [named.flatMap { applications[$0] }, applications.standard])
  }

  /// The page in the language of the account page, which names it in `ui_locales`.
  private func page(_ language: Language, _ look: PageLook) throws -> HTTPResponse {
    // near-connect removes the characters `-` and `_` of base64url from the nonce, so the nonce is plain base64.
    let nonce = Base64.encode(try random.bytes(18))
    let texts = Texts.ofPages(language)
    var response = HTTPResponse.html(
      template.filled(
        [
          "language": language.tag, "direction": language.direction, "title": texts.text("html.wallets"),
          "loading": texts.text("html.loadingWallets"),
          "texts": WebFiles.walletTexts[language.tag]?.address ?? "",
          "account_origin": "\(accountOrigin)", "nonce": nonce,
          "near_connect_url": settings.scriptURL, "near_connect_integrity": settings.scriptIntegrity,
          "manifest_url": settings.manifestURL, "script": WebFiles.wallet_js.address,
        ], look))
    response.fields["Content-Language"] = language.tag
    response.fields["Content-Security-Policy"] = policy(nonce: nonce)
    response.fields["Cache-Control"] = "no-store"
    response.fields["Cross-Origin-Opener-Policy"] = "same-origin-allow-popups"
    response.fields["Cross-Origin-Resource-Policy"] = "cross-origin"
    return response
  }

  /// Wallet executors are third-party scripts. They are fetched as text and run in sandboxed frames that inherit this
  /// policy. They connect to nodes of their choice, so the policy allows every https origin. The account origin
  /// protects the account, because it refuses every other origin (``AccountOrigin``).
  private func policy(nonce: String) -> String {
    let local = isDevelopment ? " http://127.0.0.1:* http://localhost:*" : ""
    // Executors also need WebAssembly, the inline handlers of their buttons, fonts, and the links that open a wallet's
    // app.
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
