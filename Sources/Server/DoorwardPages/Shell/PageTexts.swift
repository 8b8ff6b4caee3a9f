import DoorwardProvider
import DoorwardSessions
package import DoorwardTexts

/// The texts of a page that the server makes without a script.
struct PageTexts: Sendable, Equatable {
  let title: String
  let detail: String
  /// The effect of the request so far.
  let note: String
  /// The label of the link, on a page that has one.
  var action: String = ""
}

extension PageTexts {
  static func missing(_ texts: Texts) -> PageTexts {
    PageTexts(
      title: texts.text("refusal.missingTitle"), detail: texts.text("refusal.missing"),
      note: texts.text("refusal.missingNote"), action: texts.text("refusal.missingLink"))
  }

  // MARK: Temporary failures

  /// - Parameters:
  ///   - texts: the texts in the language of the page.
  ///   - isRepeatable: whether a link can send the request again.
  ///   - seconds: the time after which the server accepts the request.
  /// - Returns: the texts.
  static func tooManyRequests(_ texts: Texts, isRepeatable: Bool, after seconds: String?) -> PageTexts {
    let detail =
      seconds.flatMap { Int($0) }.map { texts.text("refusal.tooManyFor", count: $0) }
      ?? texts.text("refusal.tooMany")
    return failure(detail, texts, isRepeatable: isRepeatable)
  }

  static func unavailable(_ texts: Texts, isRepeatable: Bool) -> PageTexts {
    failure(texts.text("refusal.unavailable"), texts, isRepeatable: isRepeatable)
  }

  static func unread(_ texts: Texts, _ detail: String) -> PageTexts {
    PageTexts(
      title: texts.text("refusal.failureTitle"), detail: detail, note: texts.text("refusal.missingNote"),
      action: texts.text("refusal.tryAgain"))
  }

  private static func failure(_ detail: String, _ texts: Texts, isRepeatable: Bool) -> PageTexts {
    PageTexts(
      title: texts.text("refusal.failureTitle"), detail: detail,
      note: texts.text(isRepeatable ? "refusal.noData" : "refusal.noDataStartAgain"),
      action: texts.text("refusal.tryAgain"))
  }

  // MARK: Refused links

  init(_ refusal: AuthorizationRefusal, _ texts: Texts) {
    note = texts.text("refusal.noDataClose")
    switch refusal {
    case .unknownClient:
      title = texts.text("refusal.unknownAppTitle")
      detail = texts.text("refusal.unknownApp")
    case .unlistedRedirect(let name):
      title = texts.text("refusal.unlistedTitle")
      detail = texts.text("refusal.unlisted", ["name": name])
    case .unusableState:
      title = texts.text("refusal.unusableTitle")
      detail = texts.text("refusal.unusable")
    case .unreadable:
      title = texts.text("refusal.unreadableTitle")
      detail = texts.text("refusal.unreadable")
    }
  }

  init(_ refusal: EndSessionRefusal, _ texts: Texts) {
    title = texts.text("refusal.endTitle")
    note = texts.text("refusal.endNote")
    action = texts.text("refusal.endLink")
    detail =
      switch refusal {
      case .unknownClient: texts.text("refusal.endUnknownApp")
      case .unlistedReturn(let application): texts.text("refusal.endUnlisted", ["name": application.name])
      case .unusableState(let application): texts.text("refusal.endUnusable", ["name": application.name])
      case .unreadable: texts.text("refusal.endUnreadable")
      }
  }
}

extension Texts {
  /// The texts of the pages that the server makes without a script, and of the start of each page.
  package static func ofPages(_ language: Language) -> Texts { pages[language] ?? Texts(language) }

  private static let pages = Dictionary(
    uniqueKeysWithValues: Language.all.map { language in
      (language, Texts(language, keys: TextFiles.keys, languages: TextFiles.languages))
    })
}

extension Language {
  /// The value of the attribute `dir`.
  package var direction: String { isRightToLeft ? "rtl" : "ltr" }
}
