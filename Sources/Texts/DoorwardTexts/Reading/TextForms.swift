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
