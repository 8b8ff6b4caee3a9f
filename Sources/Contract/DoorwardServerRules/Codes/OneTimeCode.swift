import Encodings

/// A code of decimal digits that works once: sent by mail or SMS, or computed by an authenticator.
package struct OneTimeCode: Sendable, Equatable, CustomStringConvertible, CustomReflectable {
  /// The number of digits of a code that this server sends, and of an authenticator's.
  package static let length = 6

  let digits: [UInt8]

  init(digits: [UInt8]) { self.digits = digits }

  /// Draws a code. Every code is equally likely.
  ///
  /// - Parameter random: returns as many unpredictable bytes as requested.
  /// - Throws: the error of `random`.
  package init(random: (_ count: Int) throws -> [UInt8]) rethrows {
    var digits: [UInt8] = []
    while digits.count < Self.length {
      // 250 is the largest multiple of 10 in a byte. Higher values would favor some digits.
      for byte in try random(2 * Self.length) where byte < 250 && digits.count < Self.length {
        digits.append(UInt8(ascii: "0") + byte % 10)
      }
    }
    self.digits = digits
  }

  /// Parses a code as typed or pasted. Spaces, hyphens and invisible characters are ignored, and digits of every script
  /// are accepted. The result is nil if the text has another character or another number of digits.
  ///
  /// `length` is the number of digits.
  package init?(typed text: String, length: Int = Self.length) {
    guard let digits = TypedCharacters.lettersAndDigits(of: text), digits.count == length,
      digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return nil }
    self.digits = digits
  }

  /// The digits, for the message to the user. They belong in no response, URL or log.
  package var text: String { String(decoding: digits, as: UTF8.self) }

  /// Whether two codes are the same. The time depends only on the lengths.
  package static func == (left: Self, right: Self) -> Bool { constantTimeEquals(left.digits, right.digits) }

  /// Hides the digits.
  package var description: String { "OneTimeCode" }
  package var customMirror: Mirror { Mirror(self, children: []) }
}
