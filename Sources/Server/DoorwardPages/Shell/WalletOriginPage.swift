import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardTexts
import Encodings

/// A page of the wallet origin for a user who opens an address of it. It has no style sheet and no script.
enum WalletOriginPage {
  /// - Parameters:
  ///   - title: the title.
  ///   - content: the content in HTML.
  ///   - language: the language of both.
  ///   - status: the status of the response.
  /// - Returns: the page, which caches do not store.
  static func response(
    _ title: String, _ content: String, in language: Language, status: Int
  ) -> HTTPResponse {
    let title = HTMLText.escaped(title)
    var response = HTTPResponse.html(
      """
      <!doctype html>
      <html lang="\(language.tag)" dir="\(language.direction)">
        <head>
          <meta charset="utf-8">
          <meta name="viewport" content="width=device-width, initial-scale=1">
          <title>\(title)</title>
        </head>
        <body>
          <h1>\(title)</h1>
          \(content)
        </body>
      </html>

      """, status: status)
    response.fields["Content-Language"] = language.tag
    response.fields["Content-Security-Policy"] =
      "default-src 'none'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'"
    response.fields["Cache-Control"] = "no-store"
    response.fields["Vary"] = "Accept, Accept-Language"
    return response
  }
}
