/// The plural rules of a language for whole numbers (Unicode CLDR 45, `plurals.xml`, cardinal).
///
/// The rules cover the languages of this package. Another language has the rules of English, which is wrong for many of
/// them: texts in it should use no plural forms.
public struct PluralRules: Hashable, Sendable {
  private enum Rule: Sendable {
    case onlyOther, oneIsOne, oneIsZeroOrOne, romance, romanceZeroOrOne, polish, ukrainian, hebrew, arabic
  }

  private let rule: Rule

  /// The rules of a language.
  ///
  /// - Parameter tag: the language tag, such as `pt-BR`. Only its first subtag matters.
  public init(_ tag: String) {
    rule =
      switch tag.prefix(while: { $0 != "-" }).lowercased() {
      case "ja", "ko", "zh", "id", "vi", "th": .onlyOther
      case "hi": .oneIsZeroOrOne
      case "es", "it": .romance
      case "fr", "pt": .romanceZeroOrOne
      case "pl": .polish
      case "uk": .ukrainian
      case "he": .hebrew
      case "ar": .arabic
      default: .oneIsOne
      }
  }

  /// The categories of whole numbers in this language, in the order of ``PluralCategory``. The last one is `other`.
  ///
  /// Some languages use `other` only for fractions.
  public var categories: [PluralCategory] {
    switch rule {
    case .onlyOther: [.other]
    case .oneIsOne, .oneIsZeroOrOne: [.one, .other]
    case .romance, .romanceZeroOrOne: [.one, .many, .other]
    case .polish, .ukrainian: [.one, .few, .many, .other]
    case .hebrew: [.one, .two, .other]
    case .arabic: [.zero, .one, .two, .few, .many, .other]
    }
  }

  /// The category of a number.
  ///
  /// - Parameter count: a whole number. A negative one has the category of its magnitude.
  /// - Returns: one of ``categories``.
  public func category(of count: Int) -> PluralCategory {
    let number = count.magnitude
    return switch rule {
    case .onlyOther: .other
    case .oneIsOne: number == 1 ? .one : .other
    case .oneIsZeroOrOne: number <= 1 ? .one : .other
    case .romance: number == 1 ? .one : Self.isMillions(number) ? .many : .other
    case .romanceZeroOrOne: number <= 1 ? .one : Self.isMillions(number) ? .many : .other
    case .polish: number == 1 ? .one : Self.isFew(number) ? .few : .many
    case .ukrainian:
      number % 10 == 1 && number % 100 != 11 ? .one : Self.isFew(number) ? .few : .many
    case .hebrew: number == 1 ? .one : number == 2 ? .two : .other
    case .arabic: Self.arabic(number)
    }
  }

  private static func isMillions(_ number: UInt) -> Bool { number != 0 && number % 1_000_000 == 0 }

  /// 2 to 4, 22 to 24 and so on, except 12 to 14.
  private static func isFew(_ number: UInt) -> Bool {
    (2...4).contains(number % 10) && !(12...14).contains(number % 100)
  }

  private static func arabic(_ number: UInt) -> PluralCategory {
    switch (number, number % 100) {
    case (0, _): .zero
    case (1, _): .one
    case (2, _): .two
    case (_, 3...10): .few
    case (_, 11...99): .many
    default: .other
    }
  }
}

/// A plural category of Unicode CLDR (UTS #35 part 3 §5). Each language has some of them.
public enum PluralCategory: String, CaseIterable, Sendable {
  case zero, one, two, few, many, other
}
