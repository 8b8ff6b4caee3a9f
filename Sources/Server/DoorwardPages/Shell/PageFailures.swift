package import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardProvider
import DoorwardSessions
import DoorwardSignIn
import DoorwardStore
import DoorwardTexts
import DoorwardWire
import Encodings

/// Explains a temporary failure to a user that follows a client's link, and a request that is too large for the server to
/// read, on any page. A browser gets a page with a link to retry. A program gets the problem document.
package struct PageFailures: ErrorStep {
  /// The language of the page.
  private let language: @Sendable (HTTPRequest) -> Language
  /// Makes a page with a link to an address of the same origin; nil for a page without a link.
  private let page: @Sendable (PageTexts, Language, _ link: String?, Problem) -> HTTPResponse

  /// The pages of the account origin.
  package init(page: RefusalPage) {
    language = { PageLanguage.choose(for: $0, fixed: page.account.language) }
    self.page = { page.response($0, $1, link: $2, status: $3.status, code: $3.code) }
  }

  /// The pages of the wallet origin.
  package init() {
    language = { PageLanguage.choose(for: $0) }
    page = { texts, language, link, problem in
      var content = "<p>\(HTMLText.escaped(texts.detail))</p>"
      if let link {
        let (address, action) = (HTMLText.escaped(link), HTMLText.escaped(texts.action))
        content += "\n    <p><a href=\"\(address)\">\(action)</a></p>"
      }
      return WalletOriginPage.response(texts.title, content, in: language, status: problem.status)
    }
  }

  /// The statuses of temporary failures.
  private static let statuses: Set = [429, 503]
  private static let paths: Set = [WirePath.authorize, WirePath.endSession]
  /// The codes of requests that the server does not read. The user can make them smaller.
  private static let unread: Set = [WireCode.headersTooLarge, WireCode.targetTooLong, WireCode.bodyTooLarge]

  package func response(to error: any Error, of request: HTTPRequest)
    -> HTTPResponse?
  {
    guard let problem = error as? Problem, request.asksForPage,
      Self.unread.contains(problem.code)
        || Self.statuses.contains(problem.status) && Self.paths.contains(request.path)
    else { return nil }
    return answer(problem, to: request)
  }

  private func answer(_ problem: Problem, to request: HTTPRequest) -> HTTPResponse {
    // A link cannot send the form again. A path with two slashes at its start would lead to another host.
    let isRepeatable = (request.method == .get || request.method == .head) && !request.path.hasPrefix("//")
    let address = request.query.map { "\(request.path)?\($0)" } ?? request.path
    let language = language(request)
    let texts = Texts.ofPages(language)
    let explained: PageTexts =
      switch problem.status {
      case 429: .tooManyRequests(texts, isRepeatable: isRepeatable, after: problem.fields["Retry-After"])
      case 503: .unavailable(texts, isRepeatable: isRepeatable)
      // The sentence is a text of the account page and of apps too.
      default: .unread(texts, Texts(language).sentence(forError: problem.code) ?? "")
      }
    var response = page(explained, language, isRepeatable ? address : nil, problem)
    response.problemCode = problem.code
    for field in problem.fields { response.fields[field.name] = field.value }
    return response
  }
}
