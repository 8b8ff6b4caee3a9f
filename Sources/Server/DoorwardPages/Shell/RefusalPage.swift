import DoorwardHTTP
import DoorwardProvider
import DoorwardSessions
import DoorwardSignIn
import DoorwardStore
import DoorwardTexts

/// A page without a script that explains why a link was refused and offers a next step.
package struct RefusalPage: Sendable {
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

  /// - Parameters:
  ///   - texts: the texts of the page.
  ///   - language: their language.
  ///   - address: the path of the link on this origin; nil for a page without a link.
  ///   - status: the status of the response.
  ///   - code: the code of the refusal, for the log.
  /// - Returns: the page, which caches do not store.
  func response(
    _ texts: PageTexts, _ language: Language, link address: String? = nil, status: Int, code: String
  ) -> HTTPResponse {
    let values = [
      "title": texts.title, "detail": texts.detail, "note": texts.note, "action": texts.action,
      "address": address ?? "", "language": language.tag, "direction": language.direction,
      "footer": account.look().namesDoorward ? Texts.ofPages(language).text("html.footer") : "",
    ]
    let template = address == nil ? Self.plain : Self.linked
    var response = account.unkept([UInt8](template.filled(values).utf8), language, status: status)
    response.problemCode = code
    return response
  }
}
