internal import DoorwardWire

/// A text of the profile that the user may change.
package enum ProfileText: String, Sendable, CaseIterable {
  case name
  case firstName = "first_name"
  case lastName = "last_name"
  case locale

  /// The first mistake of a text.
  package enum Flaw: Sendable, Equatable {
    case notOneLine, notALanguageTag
  }

  /// The most bytes of the text.
  package var limit: Int {
    switch self {
    case .name: 256
    case .firstName, .lastName: 128
    // RFC 5646 §4.4.1
    case .locale: 35
    }
  }

  /// The code of the refusal of a text with a flaw.
  package var code: String {
    switch self {
    case .name: WireCode.invalidName
    case .firstName: WireCode.invalidFirstName
    case .lastName: WireCode.invalidLastName
    case .locale: WireCode.invalidLocale
    }
  }

  /// Checks a text. An empty text is sound: it clears the member.
  ///
  /// - Returns: the flaw; nil if there is none.
  package func flaw(of text: String) -> Flaw? {
    guard WireLimits.isLine(text, upTo: limit) else { return .notOneLine }
    guard self != .locale || text.isEmpty || Self.isLanguageTag(text) else { return .notALanguageTag }
    return nil
  }

  /// The shape of a language tag (RFC 5646 §2.1): subtags of one to eight letters and digits.
  private static func isLanguageTag(_ text: String) -> Bool {
    let subtags = text.split(separator: "-", omittingEmptySubsequences: false)
    return subtags.allSatisfy { subtag in
      (1...8).contains(subtag.utf8.count)
        && subtag.unicodeScalars.allSatisfy {
          $0.isASCII && ($0.properties.isAlphabetic || ("0"..."9").contains($0))
        }
    } && (subtags.first?.unicodeScalars.allSatisfy(\.properties.isAlphabetic) ?? false)
  }
}
