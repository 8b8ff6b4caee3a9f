package import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardProvider
import DoorwardSessions
import DoorwardSignIn
import DoorwardStore
package import DoorwardTexts

/// Chooses the language of a page. This is the only place that does.
package enum PageLanguage {
  /// The cookie with the language that the user has chosen on a page. A script of the page writes it.
  package static let cookie = "doorward_language"

  /// The language that the application has fixed, else the one that the user has chosen in this browser, else the first
  /// available one of `ui_locales` and then of `Accept-Language`.
  ///
  /// - Parameters:
  ///   - request: the request of the browser.
  ///   - locales: the value of `ui_locales`, language tags that a client asks for (OpenID Connect Core §3.1.2.1); by
  ///     default that of the query.
  ///   - fixed: the language of the application; nil if the user decides.
  /// - Returns: the language.
  package static func choose(
    for request: HTTPRequest, asked locales: String? = nil, fixed: Language? = nil
  ) -> Language {
    if let fixed { return fixed }
    if let chosen = request.cookies[cookie].flatMap(Language.init(tag:)) { return chosen }
    let asked =
      locales ?? (try? request.queryItems)?.items.first(where: { $0.name == "ui_locales" })?.value ?? ""
    return .best(for: asked.split(separator: " ").prefix(limit).map(String.init) + request.acceptedLanguages)
  }

  /// The most tags that are compared with the languages.
  private static let limit = 32
}
