package import DoorwardHTTP
package import DoorwardWire

extension ProfileText {
  /// The first mistake of a text.
  package enum Flaw: Sendable, Equatable {
    case notOneLine, notALanguageTag
  }

  /// Checks a text. An empty text is sound: it clears the member.
  ///
  /// - Returns: the flaw; nil if there is none.
  package func flaw(of text: String) -> Flaw? {
    guard WireLimits.isLine(text, upTo: limit) else { return .notOneLine }
    guard input != .language || text.isEmpty || Self.isLanguageTag(text) else { return .notALanguageTag }
    return nil
  }

  /// Refuses a text with a flaw.
  ///
  /// - Throws: `Problem` 422 that names the member.
  package func check(_ text: String) throws(Problem) {
    switch flaw(of: text) {
    case nil: break
    case .notOneLine:
      throw Problem(status: 422, code: code, detail: "\(rawValue) must be one line of up to \(limit) bytes.")
    case .notALanguageTag:
      throw Problem(
        status: 422, code: code, detail: "\(rawValue) must be a BCP 47 language tag, like en-GB.")
    }
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
