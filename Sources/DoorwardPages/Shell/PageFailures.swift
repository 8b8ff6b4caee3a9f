package import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardProvider
import DoorwardSessions
import DoorwardSignIn
import DoorwardStore
import DoorwardTexts
import DoorwardWire

/// Explains a temporary failure to a user that follows a client's link. A browser gets a page with a link to retry. A
/// program gets the problem document.
package struct PageFailures: ErrorStep {
  package let page: RefusalPage

  package init(
    page: RefusalPage
  ) {
    self.page = page
  }

  /// The statuses of temporary failures.
  private static let statuses: Set = [429, 503]
  private static let paths: Set = [WirePath.authorize, WirePath.endSession]

  package func response(to error: any Error, of request: HTTPRequest, _ context: RequestContext)
    -> HTTPResponse?
  {
    guard let problem = error as? Problem, Self.statuses.contains(problem.status),
      Self.paths.contains(request.path), request.asksForPage
    else { return nil }
    return answer(problem, to: request)
  }

  private func answer(_ problem: Problem, to request: HTTPRequest) -> HTTPResponse {
    // A link cannot send the form again.
    let isRepeatable = request.method == .get || request.method == .head
    let address = request.query.map { "\(request.path)?\($0)" } ?? request.path
    let language = PageLanguage.choose(for: request, fixed: page.account.language)
    let texts = Texts.ofPages(language)
    let explained: PageTexts =
      problem.status == 429
      ? .tooManyRequests(texts, isRepeatable: isRepeatable, after: problem.fields["Retry-After"])
      : .unavailable(texts, isRepeatable: isRepeatable)
    var response = page.response(
      explained, language, link: isRepeatable ? address : nil, status: problem.status)
    for field in problem.fields { response.fields[field.name] = field.value }
    return response
  }
}
