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
