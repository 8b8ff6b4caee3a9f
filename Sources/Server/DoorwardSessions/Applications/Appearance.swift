package import DoorwardColors
package import Encodings

/// The look of an application on the hosted page and in the windows of apps.
package struct Appearance: Sendable, Equatable {
  /// The color of buttons and links; nil for the page's own.
  package var color: AccentColor?
  /// The logo; nil for that of Doorward.
  package var logo: LogoImage?
  /// The heading of the sign-in; nil for "Sign in to" and the name.
  package var title: LanguageTexts?
  /// The sentence below the heading; nil for none.
  package var text: LanguageTexts?
  /// Whether the foot of the page says that it is powered by Doorward.
  package var namesDoorward: Bool

  package init(
    color: AccentColor? = nil, logo: LogoImage? = nil, title: LanguageTexts? = nil,
    text: LanguageTexts? = nil,
    namesDoorward: Bool = true
  ) {
    self.color = color
    self.logo = logo
    self.title = title
    self.text = text
    self.namesDoorward = namesDoorward
  }

  /// Whether the application has no look of its own.
  package var isPlain: Bool { self == Appearance(namesDoorward: namesDoorward) }
}

/// A text of an operator in one or several languages.
package struct LanguageTexts: Sendable, Equatable {
  /// The name of the text for all other languages.
  package static let others = "default"

  /// The texts by language tag, and the one for all other languages.
  private let texts: [String: String]

  /// - Parameter texts: the texts by the tags of languages, and `default` for all others.
  package init(_ texts: [String: String]) { self.texts = texts }

  /// The texts by language tag, in the order of the tags.
  package var json: JSONValue {
    .object(JSONObject(texts.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) }))
  }
}
