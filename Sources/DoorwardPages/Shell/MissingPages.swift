package import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardProvider
package import DoorwardSessions
import DoorwardSignIn
import DoorwardStore

/// Answers a browser that opens an unknown address with a page. A program gets the problem document.
package struct MissingPages: ErrorStep {
  /// Makes the page; its status is set here.
  package let page: @Sendable () -> HTTPResponse

  package func response(to error: any Error, of request: HTTPRequest, _ context: RequestContext)
    -> HTTPResponse?
  {
    guard let problem = error as? Problem, problem.status == 404,
      request.method == .get || request.method == .head, request.asksForPage
    else { return nil }
    var response = page()
    response.status = 404
    response.fields["Cache-Control"] = "no-store"
    response.fields["Vary"] = "Accept"
    return response
  }
}

extension MissingPages {
  /// The page of the account origin.
  package init(_ page: RefusalPage) {
    self.init {
      page.response(.missing, link: "/", status: 404)
    }
  }

  /// The page of the wallet origin. It has no style sheet, and links to the account origin.
  package init(sendingTo origin: WebOrigin) {
    let texts = PageTexts.missingForWallets
    self.init {
      var response = HTTPResponse.html(
        """
        <!doctype html>
        <html lang="en">
          <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>\(texts.title)</title>
          </head>
          <body>
            <h1>\(texts.title)</h1>
            <p>\(texts.detail) <a href="\(origin)/">\(origin)</a>.</p>
          </body>
        </html>

        """)
      response.fields["Content-Security-Policy"] =
        "default-src 'none'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'"
      return response
    }
  }
}

extension HTTPRequest {
  /// Whether the client is a browser that opens a page, according to the field `Accept`.
  package var asksForPage: Bool { fields["Accept"]?.lowercased().contains("text/html") == true }
}
