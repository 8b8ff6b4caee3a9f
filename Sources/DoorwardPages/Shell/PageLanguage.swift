package import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardProvider
import DoorwardSessions
import DoorwardSignIn
import DoorwardStore
package import DoorwardTexts

/// Chooses the language of a page. This is the only place that does.
package enum PageLanguage {
  /// The language that the application has fixed, else the first available one of `ui_locales` and then of
  /// `Accept-Language`.
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
    let asked =
      locales ?? (try? request.queryItems)?.items.first(where: { $0.name == "ui_locales" })?.value ?? ""
    return .best(for: asked.split(separator: " ").prefix(limit).map(String.init) + accepted(request.fields))
  }

  /// The most tags that are compared with the languages.
  private static let limit = 32

  /// The languages of `Accept-Language` by their weights (RFC 9110 §12.5.4).
  private static func accepted(_ fields: HTTPFields) -> [String] {
    let members = fields.values(for: "Accept-Language").flatMap { $0.split(separator: ",") }.prefix(limit)
    let weighted = members.compactMap { member -> (tag: String, weight: Double)? in
      let parts = member.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" } }
      guard let tag = parts.first, tag != "*" else { return nil }
      let weight = parts.dropFirst().first { $0.lowercased().hasPrefix("q=") }.map {
        Double($0.dropFirst(2)) ?? 0
      }
      return (tag, weight ?? 1)
    }
    // Equal weights keep their order.
    return weighted.enumerated().filter { $0.element.weight > 0 }
      .sorted { ($1.element.weight, $0.offset) < ($0.element.weight, $1.offset) }.map(\.element.tag)
  }
}
