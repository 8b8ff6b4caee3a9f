internal import CDoorwardZxcvbn
import DoorwardServerRules
import DoorwardSodium

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The estimate of libzxcvbn (https://github.com/tsyrogit/zxcvbn-c). The library has constant tables and no state, so any
/// thread may call it.
enum ZxcvbnLibrary {
  /// The time of an estimate grows with the square of the length. ``PasswordRules`` accept no longer password.
  private static let longestPassword = 256

  struct Estimate {
    /// The binary logarithm of the number of guesses.
    var bits: Double
    var weaknesses: [PasswordAdvice]
  }

  /// Estimates a password.
  ///
  /// - Parameters:
  ///   - password: the UTF-8 text. Only the first 256 code points count.
  ///   - words: further words that attackers try.
  /// - Returns: the estimate.
  static func estimate(_ password: WipedBytes, words: [StrengthWord]) -> Estimate {
    let text = StrengthText.terminated(password, limit: longestPassword)
    var dictionary: [UnsafePointer<CChar>?] =
      words.map { word in strdup(word.bytes.map(CChar.init(bitPattern:)) + [0]).map { UnsafePointer($0) } }
      + [nil]
    defer { for word in dictionary { free(UnsafeMutableRawPointer(mutating: word)) } }
    var matches: UnsafeMutablePointer<ZxcMatch_t>?
    return text.withUnsafeBytes { text in
      let bits = ZxcvbnMatch(text.bindMemory(to: CChar.self).baseAddress, &dictionary, &matches)
      defer { ZxcvbnFreeInfo(matches) }
      return Estimate(
        bits: bits.isFinite ? bits : 0, weaknesses: weaknesses(matches, in: text.dropLast(), words))
    }
  }

  private static func weaknesses(
    _ first: UnsafeMutablePointer<ZxcMatch_t>?, in text: Slice<UnsafeRawBufferPointer>,
    _ words: [StrengthWord]
  ) -> [PasswordAdvice] {
    var weaknesses: [PasswordAdvice] = []
    var next = first
    while let match = next?.pointee {
      weaknesses += advice(for: match, in: text, words)
      next = match.Next
    }
    return weaknesses
  }

  private static func advice(
    for match: ZxcMatch_t, in text: Slice<UnsafeRawBufferPointer>, _ words: [StrengthWord]
  ) -> [PasswordAdvice] {
    // A repeated part has the kind of its part and a flag.
    let isRepeated = match.Type.rawValue >= MULTIPLE_MATCH.rawValue
    let kind = isRepeated ? match.Type.rawValue - MULTIPLE_MATCH.rawValue : match.Type.rawValue
    let word: PasswordAdvice = Int(match.Length) >= text.count ? .commonWord : .containsCommonWord
    let part = text.dropFirst(Int(match.Begin)).prefix(Int(match.Length))
    let advice: [PasswordAdvice] =
      switch kind {
      case DICTIONARY_MATCH.rawValue: [word]
      case DICT_LEET_MATCH.rawValue: [word, .predictableSubstitution]
      case USER_MATCH.rawValue: [advice(forWordIn: part, words) ?? word]
      case USER_LEET_MATCH.rawValue:
        [advice(forWordIn: part, words, hasSubstitutions: true) ?? word, .predictableSubstitution]
      case REPEATS_MATCH.rawValue: [.repetition]
      case SEQUENCE_MATCH.rawValue: [.sequence]
      case SPATIAL_MATCH.rawValue: [.keyboardPattern]
      case DATE_MATCH.rawValue: [.date]
      case YEAR_MATCH.rawValue: [.year]
      default: []
      }
    return isRepeated ? [.repetition] + advice : advice
  }

  /// The advice for a word of the user or of the application; nil for a common password. The library does not say which word
  /// it has found.
  private static func advice(
    forWordIn part: Slice<UnsafeRawBufferPointer>, _ words: [StrengthWord], hasSubstitutions: Bool = false
  ) -> PasswordAdvice? {
    let found = words.first { word in
      // A repeated part begins with the word.
      part.count.isMultiple(of: word.bytes.count)
        && zip(word.bytes, part).allSatisfy { known, typed in
          known == lowercased(typed) || hasSubstitutions && isSign(typed)
        }
    }
    return switch found?.kind {
    case .own: .containsOwnData
    case .application: .containsApplicationName
    case .common, nil: nil
    }
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 {
    UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte | 0x20 : byte
  }

  /// Whether a byte is a digit or a sign of ASCII, which may replace a letter.
  private static func isSign(_ byte: UInt8) -> Bool {
    byte < 0x80 && !(UInt8(ascii: "a")...UInt8(ascii: "z") ~= lowercased(byte))
  }
}
