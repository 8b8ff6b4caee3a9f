#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A language that the windows, the hosted page and the messages of Doorward have.
///
/// ```swift
/// let language = Language.best(for: ["de-AT", "en"])   // German
/// let texts = Texts(language)
/// ```
public struct Language: Hashable, Sendable, CustomStringConvertible {
  /// The language tag (BCP 47), such as `de`, `pt-BR` or `zh-Hant`.
  public let tag: String

  private init(_ tag: String) { self.tag = tag }

  /// The languages with a file, English first and the others by tag.
  public static let all: [Language] = TextFiles.languages.map { Language($0.tag) }

  /// The language that is used if there is no other one.
  public static let english = Language("en")

  /// The language with this tag, in any case; nil if there is none.
  ///
  /// The tag must be the whole one: `pt` and `de-AT` have no language. ``best(for:)`` finds a language for them.
  public init?(tag: String) {
    guard let language = Self.all.first(where: { $0.tag.lowercased() == tag.lowercased() }) else {
      return nil
    }
    self = language
  }

  /// Whether the script of the language runs from right to left.
  public var isRightToLeft: Bool { tag == "ar" || tag == "he" }

  /// The rules for texts with a number.
  public var pluralRules: PluralRules { PluralRules(tag) }

  public var description: String { tag }
}

extension Language {
  /// The first language of the user that is available (RFC 4647 §3.4, lookup).
  ///
  /// A tag is shortened until a language has it: `de-AT` finds German. Chinese of Taiwan, Hong Kong and Macao finds
  /// Traditional Chinese, other Chinese Simplified Chinese, and Portuguese of every country Brazilian Portuguese.
  ///
  /// - Parameter tags: the language tags in the user's order, such as `Locale.preferredLanguages` or ``systemTags``. The
  ///   form of POSIX, `de_AT.UTF-8`, is read too.
  /// - Returns: the language; English if there is none for any tag.
  public static func best(for tags: some Sequence<String>) -> Language {
    for tag in tags {
      if let language = available(for: tag) { return language }
    }
    return .english
  }

  /// The language that is available for a tag; nil if there is none.
  package static func available(for tag: String) -> Language? {
    let tag = tag.prefix { $0 != "." && $0 != "@" }
    var subtags = tag.lowercased().split { $0 == "-" || $0 == "_" }
    while !subtags.isEmpty {
      let range = subtags.joined(separator: "-")
      if let language = Language(tag: likely[range] ?? range) { return language }
      subtags.removeLast()
    }
    return nil
  }

  /// The available language for a tag that has no file itself: another script, another country, or an older tag.
  private static let likely = [
    "zh": "zh-Hans", "zh-tw": "zh-Hant", "zh-hk": "zh-Hant", "zh-mo": "zh-Hant", "pt": "pt-BR", "iw": "he",
    "in": "id",
  ]
}

extension Language {
  /// The language tags that the user has chosen in the system, the preferred one first.
  ///
  /// On Linux these are the variables `LANGUAGE`, `LC_ALL`, `LC_MESSAGES` and `LANG` (gettext manual §2.3).
  public static var systemTags: [String] {
    #if canImport(Darwin)
      Locale.preferredLanguages
    #else
      tags(ofEnvironment: ProcessInfo.processInfo.environment)
    #endif
  }

  /// The language of the user's system.
  public static var ofSystem: Language { best(for: systemTags) }

  static func tags(ofEnvironment environment: [String: String]) -> [String] {
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
    // The locale C turns translation off.
    guard let locale, locale != "C", locale != "POSIX" else { return [] }
    let languages = environment["LANGUAGE"]?.split(separator: ":").map(String.init) ?? []
    return languages + [locale]
  }
}
