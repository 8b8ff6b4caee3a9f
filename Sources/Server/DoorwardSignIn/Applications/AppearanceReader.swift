import DoorwardColors
import DoorwardSessions
import DoorwardTexts
import Encodings

/// Reads `appearance` of an application.
struct AppearanceReader {
  private static let longestTitle = 80
  private static let longestText = 300

  private var reader: ConfigurationReader

  init(_ reader: ConfigurationReader) { self.reader = reader }

  mutating func appearance() -> Appearance {
    let appearance = Appearance(
      color: color(), logo: logo(), title: texts(reader.object("title"), upTo: Self.longestTitle),
      text: texts(reader.object("text"), upTo: Self.longestText),
      namesDoorward: reader.bool("powered_by") ?? true)
    reader.finish()
    return appearance
  }

  private mutating func color() -> AccentColor? {
    guard let text = reader.string("color") else { return nil }
    let color = AccentColor(text)
    if color == nil { reader.refuse("color", "must be # and six hexadecimal digits, for example #1d5c4b") }
    return color
  }

  private mutating func logo() -> LogoImage? {
    guard let text = reader.string("logo") else { return nil }
    let logo = LogoImage(text)
    if logo == nil {
      let types = LogoImage.MediaType.allCases.map(\.rawValue).joined(separator: ", ")
      reader.refuse(
        "logo",
        "must be an image of at most \(LogoImage.limit / 1024) KiB as a data: URI in base64, of one of the types \(types)"
      )
    }
    return logo
  }

  /// Reads texts by language.
  private func texts(_ object: ConfigurationReader?, upTo longest: Int) -> LanguageTexts? {
    guard var object else { return nil }
    var texts: [String: String] = [:]
    texts[LanguageTexts.others] = object.string("default")
    for language in Language.all { texts[language.tag] = object.string(language.tag) }
    for (name, text) in texts where !text.isLine(upTo: longest) {
      object.refuse(name, "must be one line of up to \(longest) characters")
    }
    object.finish()
    return texts.isEmpty ? nil : LanguageTexts(texts)
  }
}

extension String {
  /// Whether the text is one line, without characters that break it or change the direction of text.
  ///
  /// - Parameter longest: the most characters.
  /// - Returns: false also for an empty text.
  func isLine(upTo longest: Int) -> Bool {
    (1...longest).contains(unicodeScalars.count) && unicodeScalars.allSatisfy { !$0.actsOnText }
  }
}
