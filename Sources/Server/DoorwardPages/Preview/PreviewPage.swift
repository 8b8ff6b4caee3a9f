import DoorwardColors
package import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardProvider
package import DoorwardSessions
import DoorwardSignIn
import DoorwardStore
import DoorwardTexts
import Encodings

/// The sign-in page of an application for the dashboard, which shows it in a frame beside the settings of the look.
///
/// It has the shell, the style sheet and the views of the hosted page, and can do nothing: its origin is opaque, so it has no cookies
/// and no storage, and its policy allows no request and no form. Only the listener for the operator has it. The hosted page itself
/// stays unframed.
package struct PreviewPage: Sendable {
  /// The address of the page. It and its files are all that the frame loads.
  package static let path = "/preview"
  private static let style = "\(path)/page.css"
  private static let colors = "\(path)/colors.css"

  private let applications: ApplicationDirectory
  private let configuration: PageConfiguration

  package init(applications: ApplicationDirectory, configuration: PageConfiguration) {
    self.applications = applications
    self.configuration = configuration
  }

  /// - Parameters:
  ///   - router: the router of the origin whose pages may frame the page.
  ///   - origin: that origin.
  package func register(in router: inout Router, at origin: WebOrigin) {
    router.on(.get, Self.path, by: .browser) { try page($0, at: origin) }
    router.on(.get, Self.style, by: .anyone) { request in
      Self.file(Scheme(request).only(in: WebFiles.page_css.content), "text/css; charset=utf-8")
    }
    router.on(.get, Self.colors, by: .anyone) { request in
      let color = (try? request.queryItems)?.values(for: "color").first.flatMap { AccentColor($0) }
      return Self.file(
        Scheme(request).only(in: color.map(AppearanceStyle.text(of:)) ?? ""), "text/css; charset=utf-8")
    }
    for asset in [WebFiles.preview_js, WebFiles.icon_svg] + WebFiles.texts.values {
      router.on(.get, Self.address(of: asset), by: .anyone) { Self.opened(asset.response(to: $0)) }
    }
  }

  private func page(_ request: HTTPRequest, at origin: WebOrigin) throws -> HTTPResponse {
    let query = try request.queryItems
    guard let application = query.values(for: "application").first.flatMap({ applications[$0] }) else {
      return Self.framed(.html("", status: 404), at: origin)
    }
    let scheme = Scheme(request)
    let language = PageLanguage.choose(for: request, fixed: application.language)
    let texts = Texts.ofPages(language)
    let text = Self.template.filled([
      "language": language.tag, "direction": language.direction, "title": texts.text("html.signIn"),
      "one-moment": texts.text("html.oneMoment"), "loading": texts.text("html.loading"),
      "no-script": texts.text("html.noScript"), "footer": texts.text("html.footer"),
      "texts": WebFiles.texts[language.tag].map(Self.address) ?? "",
      "script": Self.address(of: WebFiles.preview_js), "icon": Self.address(of: WebFiles.icon_svg),
      "languages": HostedPage.languages, "is-fixed": application.language == nil ? "false" : "true",
      "scheme": scheme.rawValue, "style": "\(Self.style)?scheme=\(scheme.rawValue)",
      "colors": "\(Self.colors)?scheme=\(scheme.rawValue)",
      "preview": JSONValue.object([
        "config": configuration.json(for: application, look: application),
        "look": Self.look(of: application.appearance),
      ]).serializedString(),
    ])
    return Self.framed(.html(text), at: origin)
  }

  /// A response that the pages of an origin may frame.
  private static func framed(_ response: HTTPResponse, at origin: WebOrigin) -> HTTPResponse {
    var response = response
    response.fields["Content-Security-Policy"] = """
      sandbox allow-scripts; default-src 'none'; script-src \(origin)\(path)/; \
      style-src \(origin)\(path)/; img-src \(origin)\(path)/ data:; form-action 'none'; \
      frame-ancestors \(origin); base-uri 'none'; require-trusted-types-for 'script'; trusted-types 'none'
      """
    response.fields["X-Frame-Options"] = "SAMEORIGIN"
    response.fields["Cache-Control"] = "no-store"
    return response
  }

  /// The page of `Web/page.html`, with the colors of one scheme and with what the script draws.
  private static let template = PageTemplate(
    WebFiles.page_html.replacing(WebFiles.page_css.address, with: "{{style}}")
      .replacing("content=\"light dark\"", with: "content=\"{{scheme}}\""),
    markup: [
      "ticket-meta": "    <meta name=\"doorward-preview\" content=\"{{preview}}\">\n",
      "look-link": "    <link id=\"colors\" rel=\"stylesheet\" href=\"{{colors}}\">\n",
    ])

  private static func look(of appearance: Appearance) -> JSONValue {
    [
      "color": .string(appearance.color?.text ?? ""), "logo": .string(appearance.logo?.uri ?? ""),
      "title": appearance.title?.json ?? .null, "text": appearance.text?.json ?? .null,
      "powered_by": .bool(appearance.namesDoorward),
    ]
  }

  private static func address(of asset: PageAsset) -> String { "\(path)\(asset.address)" }

  private static func file(_ text: String, _ contentType: String) -> HTTPResponse {
    var response = HTTPResponse(status: 200, contentType: contentType, body: [UInt8](text.utf8))
    response.fields["Cache-Control"] = "no-cache"
    return opened(response)
  }

  /// A response that a page of an opaque origin may load. It is the same for everyone.
  package static func opened(_ response: HTTPResponse) -> HTTPResponse {
    var response = response
    response.fields["Access-Control-Allow-Origin"] = "*"
    response.fields["Cross-Origin-Resource-Policy"] = "cross-origin"
    return response
  }
}

/// The color scheme of the preview. Browsers decide differently whether a frame follows the scheme of its surroundings, so the style
/// sheets of the preview have one only.
private enum Scheme: String {
  case light, dark

  init(_ request: HTTPRequest) {
    self = (try? request.queryItems)?.values(for: "scheme").first.flatMap(Scheme.init) ?? .light
  }

  /// A style sheet whose rules for the dark scheme always or never apply.
  func only(in style: String) -> String {
    style.replacing("(prefers-color-scheme: dark)", with: self == .dark ? "all" : "not all")
      .replacing("color-scheme: light dark;", with: "color-scheme: \(rawValue);")
  }
}
