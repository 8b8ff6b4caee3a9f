package import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardProvider
package import DoorwardSessions
import DoorwardSignIn
import DoorwardStore
import DoorwardTexts
import DoorwardWire
import Encodings

/// Answers a browser that opens an unknown address with a page. A program gets the problem document.
package struct MissingPages: ErrorStep {
  /// Makes the page in the language of the request; its status is set here.
  package let page: @Sendable (HTTPRequest) -> HTTPResponse

  package func response(to error: any Error, of request: HTTPRequest)
    -> HTTPResponse?
  {
    guard let problem = error as? Problem, problem.status == 404,
      request.method == .get || request.method == .head, request.asksForPage
    else { return nil }
    var response = page(request)
    response.status = 404
    response.problemCode = problem.code
    response.fields["Cache-Control"] = "no-store"
    response.fields["Vary"] = "Accept, Accept-Language"
    return response
  }
}

extension MissingPages {
  /// The page of the account origin.
  package init(_ page: RefusalPage) {
    self.init { request in
      let language = PageLanguage.choose(for: request, fixed: page.account.language)
      return page.response(
        .missing(.ofPages(language)), language, link: "/", status: 404, code: WireCode.notFound)
    }
  }

  /// The page of the wallet origin, which links to the account origin.
  package init(sendingTo origin: WebOrigin) {
    self.init { request in
      let language = PageLanguage.choose(for: request)
      let texts = Texts.ofPages(language)
      let sentence = PageTemplate(
        HTMLText.escaped(texts.text("refusal.missingForWallets", ["address": "{{link}}"])),
        markup: ["link": "<a href=\"{{address}}\" dir=\"ltr\">{{address}}</a>"])
      return WalletOriginPage.response(
        texts.text("refusal.missingTitle"), "<p>\(sentence.filled(["address": "\(origin)/"]))</p>",
        in: language,
        status: 404)
    }
  }
}

extension HTTPRequest {
  /// Whether the client is a browser that opens a page, according to the field `Accept`.
  package var asksForPage: Bool { fields["Accept"]?.lowercased().contains("text/html") == true }
}
