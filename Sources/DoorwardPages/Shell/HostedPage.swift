import DoorwardProvider
import DoorwardSessions
import DoorwardSignIn
import DoorwardStore

/// A page of the account origin that a script draws. All of them share one shell.
package struct HostedPage: Sendable {
  private let template: PageTemplate
  private let title: String
  private let script: PageAsset

  /// The page on which a user signs in and manages the account.
  package static let account = HostedPage("Sign in", script: WebFiles.account_js)
  /// The page that asks a user whether a client may sign them in.
  package static let authorize = HostedPage("Sign in", script: WebFiles.authorize_js, hasTicket: true)
  /// The page on which a user types the code of a device.
  package static let device = HostedPage("Sign in a device", script: WebFiles.device_js)
  /// The page of the link in the message with the code. It sends the secret of the link to the tab that waits for the
  /// code.
  package static let continuation = HostedPage("Continue", script: WebFiles.continue_js)
  /// The page that the link of a notice opens. It secures the account of the user.
  package static let secure = HostedPage("Secure your account", script: WebFiles.secure_js)
  /// The page that signs the user out for a client, or asks the user first.
  package static let endSession = HostedPage("Sign out", script: WebFiles.end_session_js, hasTicket: true)

  /// - Parameters:
  ///   - title: the title that the browser shows until the script sets its own.
  ///   - script: draws the page.
  ///   - hasTicket: whether the page carries a sealed request, which its script sends back.
  private init(_ title: String, script: PageAsset, hasTicket: Bool = false) {
    self.title = title
    self.script = script
    template = PageTemplate(
      WebFiles.page_html,
      markup: [
        "ticket-meta": hasTicket ? "    <meta name=\"doorward-ticket\" content=\"{{ticket}}\">\n" : ""
      ])
  }

  package func filled(ticket: String = "") -> [UInt8] {
    [UInt8](template.filled(["title": title, "script": script.address, "ticket": ticket]).utf8)
  }
}
