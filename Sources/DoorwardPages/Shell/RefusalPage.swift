package import DoorwardHTTP
import DoorwardProvider
import DoorwardSessions
import DoorwardSignIn
import DoorwardStore

/// A page without a script that explains why a link was refused and offers a next step.
package struct RefusalPage: Sendable {
  package struct Link: Sendable {
    package let text: String
    /// The path of the link on this origin.
    package let address: String
  }

  package struct Content: Sendable {
    package let title: String
    package let detail: String
    /// The effect of the request so far.
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
