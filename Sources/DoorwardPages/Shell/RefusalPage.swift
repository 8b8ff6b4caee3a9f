package import DoorwardHTTP
import DoorwardProvider
import DoorwardSessions
import DoorwardSignIn
import DoorwardStore

/// A page without a script that says why nothing comes of a link, and what can be done instead.
package struct RefusalPage: Sendable {
  package struct Link: Sendable {
    package let text: String
    /// On this origin.
    package let address: String
  }

  package struct Content: Sendable {
    package let title: String
    package let detail: String
    /// What has, or has not, happened by now.
    package let note: String
    package var link: Link?
  }

  private static let plain = PageTemplate(WebFiles.refusal_html, markup: ["actions": ""])
  private static let linked = PageTemplate(
    WebFiles.refusal_html,
    markup: [
      "actions": """
              <div class="actions"><a class="button main" href="{{address}}" data-testid="refusal-link">{{action}}</a></div>

      """
    ])

  package let account: AccountPage

  package init(_ account: AccountPage) { self.account = account }

  package func response(_ content: Content, status: Int) -> HTTPResponse {
    var values = ["title": content.title, "detail": content.detail, "note": content.note]
    values["address"] = content.link?.address
    values["action"] = content.link?.text
    let template = content.link == nil ? Self.plain : Self.linked
    return account.unkept([UInt8](template.filled(values).utf8), status: status)
  }
}
