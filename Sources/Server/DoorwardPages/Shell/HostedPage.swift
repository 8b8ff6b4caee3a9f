import DoorwardProvider
import DoorwardSessions
import DoorwardSignIn
import DoorwardStore
package import DoorwardTexts

/// A page of the account origin that a script draws. All of them share one shell.
package struct HostedPage: Sendable {
  private let template: ColoredTemplate
  /// The key of the title.
  private let title: String
  private let script: PageAsset

  /// The page on which a user signs in and manages the account.
  package static let account = HostedPage("html.signIn", script: WebFiles.account_js)
  /// The page that asks a user whether a client may sign them in.
  package static let authorize = HostedPage("html.signIn", script: WebFiles.authorize_js, hasTicket: true)
  /// The page on which a user types the code of a device.
  package static let device = HostedPage("html.device", script: WebFiles.device_js)
  /// The page of the link in the message with the code. It sends the secret of the link to the tab that waits for the
  /// code.
  package static let continuation = HostedPage("html.continue", script: WebFiles.continue_js)
  /// The page that the link of a notice opens. It secures the account of the user.
  package static let secure = HostedPage("html.secure", script: WebFiles.secure_js)
  /// The page that signs the user out for a client, or asks the user first.
  package static let endSession = HostedPage(
    "html.endSession", script: WebFiles.end_session_js, hasTicket: true)

  /// - Parameters:
  ///   - title: the key of the title that the browser shows until the script sets its own.
  ///   - script: draws the page.
  ///   - hasTicket: whether the page carries a sealed request, which its script sends back.
  private init(_ title: String, script: PageAsset, hasTicket: Bool = false) {
    self.title = title
    self.script = script
    let ticket = hasTicket ? "    <meta name=\"doorward-ticket\" content=\"{{ticket}}\">\n" : ""
    template = ColoredTemplate(WebFiles.page_html, markup: ["ticket-meta": ticket])
  }

  /// The languages that the user can choose from: the tag, the direction, and the address of the script with the texts.
  static let languages = Language.all.map { language in
    "\(language.tag):\(language.direction):\(WebFiles.texts[language.tag]?.address ?? "")"
  }.joined(separator: " ")

  /// - Parameters:
  ///   - language: the language of the page.
  ///   - look: the icon and the colors.
  ///   - ticket: the sealed request, of a page that carries one.
  ///   - isFixed: whether the application has fixed the language, so that the user cannot choose one.
  /// - Returns: the page.
  package func filled(
    _ language: Language, _ look: PageLook, ticket: String = "", isFixed: Bool = false
  ) -> [UInt8] {
    let texts = Texts.ofPages(language)
    let values = [
      "language": language.tag, "direction": language.direction, "title": texts.text(title),
      "one-moment": texts.text("html.oneMoment"), "loading": texts.text("html.loading"),
      "no-script": texts.text("html.noScript"), "footer": look.namesDoorward ? texts.text("html.footer") : "",
      "texts": WebFiles.texts[language.tag]?.address ?? "", "script": script.address, "ticket": ticket,
      "icon": look.icon, "languages": Self.languages, "is-fixed": isFixed ? "true" : "false",
    ]
    return [UInt8](template.filled(values, look).utf8)
  }
}
