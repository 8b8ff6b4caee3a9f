import DoorwardTexts
import Testing

@Suite struct PluralRulesTests {
  /// Whole numbers with the category that CLDR gives them, from the samples of `plurals.xml`.
  private static let samples: [(tag: String, category: PluralCategory, numbers: [Int])] = [
    ("en", .one, [1]), ("en", .other, [0, 2, 16, 100, 1_000_000]),
    ("de", .one, [1]), ("de", .other, [0, 2, 11]),
    ("fr", .one, [0, 1]), ("fr", .many, [1_000_000, 2_000_000]), ("fr", .other, [2, 17, 1_000]),
    ("es", .one, [1]), ("es", .many, [1_000_000]), ("es", .other, [0, 2, 100]),
    ("pt-BR", .one, [0, 1]), ("pt-BR", .many, [1_000_000]), ("pt-BR", .other, [2, 17]),
    ("it", .one, [1]), ("it", .many, [1_000_000]), ("it", .other, [0, 2]),
    ("nl", .one, [1]), ("nl", .other, [0, 2]), ("tr", .one, [1]), ("tr", .other, [0, 2]),
    ("hi", .one, [0, 1]), ("hi", .other, [2, 17]),
    ("pl", .one, [1]), ("pl", .few, [2, 3, 4, 22, 24, 102]), ("pl", .many, [0, 5, 12, 14, 19, 21, 100, 112]),
    ("uk", .one, [1, 21, 31, 101]), ("uk", .few, [2, 4, 22, 34]),
    ("uk", .many, [0, 5, 11, 12, 14, 19, 100, 111]),
    ("he", .one, [1]), ("he", .two, [2]), ("he", .other, [0, 3, 10, 20]),
    ("ar", .zero, [0]), ("ar", .one, [1]), ("ar", .two, [2]), ("ar", .few, [3, 10, 103, 110]),
    ("ar", .many, [11, 26, 99, 111]), ("ar", .other, [100, 102, 200, 1_000]),
    ("ja", .other, [0, 1, 2]), ("ko", .other, [1]), ("zh-Hans", .other, [1]), ("zh-Hant", .other, [1]),
    ("id", .other, [1]), ("vi", .other, [1]), ("th", .other, [1]),
  ]

  @Test(arguments: samples.indices) func numberHasItsCategory(_ index: Int) {
    let (tag, category, numbers) = Self.samples[index]
    for number in numbers { #expect(PluralRules(tag).category(of: number) == category, "\(tag) \(number)") }
  }

  @Test(arguments: Set(samples.map(\.tag)).sorted()) func everyCategoryOfTheRulesIsListed(_ tag: String) {
    let rules = PluralRules(tag)
    let reached = Set((0...1_000).map { rules.category(of: $0) } + [rules.category(of: 1_000_000)])
    #expect(reached.isSubset(of: rules.categories))
    // Polish and Ukrainian use `other` for fractions only.
    #expect(Set(rules.categories).subtracting(reached).isSubset(of: [.other]))
    #expect(rules.categories.last == .other)
  }

  @Test func negativeNumberHasTheCategoryOfItsMagnitude() {
    #expect(PluralRules("en").category(of: -1) == .one)
    #expect(PluralRules("pl").category(of: .min) == PluralRules("pl").category(of: 8))
  }
}
