/// The texts of one language.
///
/// Keys are those of the file `Languages/en.json`: a section and a name, such as `signIn.title`. A text has blanks in
/// braces, and a text with a number has plural forms.
///
/// ```swift
/// let texts = Texts(.best(for: Language.systemTags))
/// texts.text("signIn.titleFor", ["name": "Example"])     // Sign in to Example
/// texts.text("secondFactor.left", count: 3)               // You have 3 recovery codes left.
/// ```
///
/// An app replaces texts, and fixes the language by choosing one:
///
/// ```swift
/// let texts = Texts(Language(tag: "de") ?? .english).replacing(["signIn.title": "Willkommen"])
/// ```
///
/// Reading a text never fails: an unknown key gives the key itself.
public struct Texts: Hashable, Sendable {
  /// The language of the texts.
  public let language: Language
  private let rules: PluralRules
  /// The position of each key in the lines.
  private let positions: [Substring: Int]
  private let lines: [Substring]
  private var replaced: [String: TextForms] = [:]

  /// The texts of windows in a language.
  ///
  /// - Parameter language: the language, by default that of the user's system.
  public init(_ language: Language = .ofSystem) {
    self.init(language, keys: TextFiles.keys, languages: TextFiles.languages)
  }

  /// The texts of other parts of the language files, as DoorwardBundler has embedded them.
  package init(_ language: Language, keys: String, languages: [(tag: String, lines: String)]) {
    self.language = language
    rules = language.pluralRules
    let keys = keys.split(separator: "\n")
    positions = Dictionary(zip(keys, keys.indices)) { first, _ in first }
    lines = languages.first { $0.tag == language.tag }?.lines.split(separator: "\n") ?? []
  }

  /// The texts, with some replaced by those of an app.
  ///
  /// - Parameter texts: texts in the language of these texts, by key. Their blanks are those of the replaced texts.
  /// - Returns: the texts.
  public func replacing(_ texts: [String: TextForms]) -> Texts {
    var copy = self
    copy.replaced.merge(texts) { _, new in new }
    return copy
  }

  /// A text with its blanks filled.
  ///
  /// - Parameters:
  ///   - key: the section and the name.
  ///   - values: the value of each blank.
  /// - Returns: the text; the key if there is no such text.
  public func text(_ key: String, _ values: [String: String] = [:]) -> String {
    filled(form(key, .other), values, or: key)
  }

  /// A text with a number, in the plural form of the number.
  ///
  /// - Parameters:
  ///   - key: the section and the name.
  ///   - count: the number, which also fills the blank `{count}`.
  ///   - values: the values of the other blanks.
  /// - Returns: the text; the key if there is no such text.
  public func text(_ key: String, count: Int, _ values: [String: String] = [:]) -> String {
    filled(form(key, rules.category(of: count)), values, count: count, or: key)
  }

  /// The sentence for an error code.
  ///
  /// - Parameters:
  ///   - code: the code, as the server or the SDK gives it.
  ///   - section: the section of a sign-in method or of a view, whose own sentence comes first.
  /// - Returns: the sentence; nil if there is none for this code.
  public func sentence(forError code: String, in section: String? = nil) -> String? {
    section.flatMap { form("\($0).error.\(code)", .other) } ?? form("error.\(code)", .other)
  }

  /// Values with other texts of the same language have the same hash, because there are hundreds of texts.
  public func hash(into hasher: inout Hasher) { hasher.combine(language) }

  /// Whether there is a text with this key.
  public func has(_ key: String) -> Bool { form(key, .other) != nil }

  /// The form of a text for a category.
  private func form(_ key: String, _ category: PluralCategory) -> String? {
    if let own = replaced[key] { return own[category] }
    guard let position = positions[key[...]], lines.indices.contains(position) else { return nil }
    let forms = lines[position].split(separator: "|", omittingEmptySubsequences: false)
    // A text without plural forms has one form only.
    let index = forms.count == 1 ? 0 : rules.categories.firstIndex(of: category) ?? forms.count - 1
    return forms.indices.contains(index) ? String(forms[index]) : nil
  }

  private func filled(
    _ form: String?, _ values: [String: String], count: Int? = nil, or key: String
  ) -> String {
    guard let form else { return key }
    return Blanks.filled(form, isolating: language.isRightToLeft) { name in
      if name == "count", let count { return .number(count) }
      return values[name].map(BlankValue.text)
    }
  }
}

/// One text, or the plural forms of a text with a number.
///
/// ```swift
/// let fixed: TextForms = "Welcome back, {name}"
/// let plural: TextForms = [.one: "{count} code is left", .other: "{count} codes are left"]
/// ```
public struct TextForms: Hashable, Sendable {
  private let forms: [PluralCategory: String]

  init(_ forms: [PluralCategory: String]) { self.forms = forms }

  /// The form of a category. A text without this form has the one of `other`.
  subscript(category: PluralCategory) -> String? { forms[category] ?? forms[.other] }
}

extension TextForms: ExpressibleByStringLiteral {
  public init(stringLiteral text: String) { self.init([.other: text]) }
}

extension TextForms: ExpressibleByDictionaryLiteral {
  public init(dictionaryLiteral forms: (PluralCategory, String)...) {
    self.init(Dictionary(forms) { _, last in last })
  }
}

extension Texts {
  /// A wait in words, rounded up: seconds up to 90, minutes up to 90, then hours.
  ///
  /// - Parameter seconds: the wait in seconds.
  /// - Returns: the number and its unit.
  public func duration(_ seconds: Int) -> String {
    switch max(0, seconds) {
    case let seconds where seconds <= 90: text("time.seconds", count: seconds)
    case let seconds where seconds <= 5_400: text("time.minutes", count: (seconds + 59) / 60)
    case let seconds: text("time.hours", count: (seconds + 3_599) / 3_600)
    }
  }

  /// A time in the past in words, such as `5 minutes ago`.
  ///
  /// - Parameter seconds: the seconds since then.
  /// - Returns: the text; nil if the time is more than a week ago, and a date says more.
  public func ago(_ seconds: Int) -> String? {
    switch seconds {
    case ..<60: text("time.justNow")
    case ..<3_600: text("time.minutesAgo", count: seconds / 60)
    case ..<86_400: text("time.hoursAgo", count: seconds / 3_600)
    case ..<172_800: text("time.yesterday")
    case ...604_800: text("time.daysAgo", count: seconds / 86_400)
    default: nil
    }
  }
}
