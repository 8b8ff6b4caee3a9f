internal import CDoorwardZxcvbn
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
  /// The time of an estimate grows with the square of the length.
  private static let longestPassword = 256

  struct Estimate {
    /// The binary logarithm of the number of guesses.
    var bits: Double
    var weaknesses: [PasswordAdvice]
  }

  static func estimate(_ password: WipedBytes, words: [String]) -> Estimate {
    let text = password.withUnsafeBytes { bytes in
      WipedBytes(count: min(bytes.count, longestPassword) + 1) { text in
        // The library reads until a zero byte.
        let readable = bytes.prefix(longestPassword).prefix { $0 != 0 }
        text.copyBytes(from: readable)
      }
    }
    var dictionary: [UnsafePointer<CChar>?] = words.map { strdup($0).map { UnsafePointer($0) } } + [nil]
    defer { for word in dictionary { free(UnsafeMutableRawPointer(mutating: word)) } }
    var matches: UnsafeMutablePointer<ZxcMatch_t>?
    let bits = text.withUnsafeBytes { text in
      ZxcvbnMatch(text.bindMemory(to: CChar.self).baseAddress, &dictionary, &matches)
    }
    defer { ZxcvbnFreeInfo(matches) }
    return Estimate(bits: bits.isFinite ? bits : 0, weaknesses: weaknesses(matches, length: text.count - 1))
  }

  private static func weaknesses(_ first: UnsafeMutablePointer<ZxcMatch_t>?, length: Int) -> [PasswordAdvice]
  {
    var weaknesses: [PasswordAdvice] = []
    var next = first
    while let match = next?.pointee {
      weaknesses += advice(for: match, isWhole: Int(match.Length) >= length)
      next = match.Next
    }
    return weaknesses
  }

  private static func advice(for match: ZxcMatch_t, isWhole: Bool) -> [PasswordAdvice] {
    // A repeated part has the kind of its part and a flag.
    let isRepeated = match.Type.rawValue >= MULTIPLE_MATCH.rawValue
    let kind = isRepeated ? match.Type.rawValue - MULTIPLE_MATCH.rawValue : match.Type.rawValue
    let word: PasswordAdvice = isWhole ? .commonWord : .containsCommonWord
    let advice: [PasswordAdvice] =
      switch kind {
      case DICTIONARY_MATCH.rawValue: [word]
      case DICT_LEET_MATCH.rawValue: [word, .predictableSubstitution]
      case USER_MATCH.rawValue: [.containsOwnData]
      case USER_LEET_MATCH.rawValue: [.containsOwnData, .predictableSubstitution]
      case REPEATS_MATCH.rawValue: [.repetition]
      case SEQUENCE_MATCH.rawValue: [.sequence]
      case SPATIAL_MATCH.rawValue: [.keyboardPattern]
      case DATE_MATCH.rawValue: [.date]
      case YEAR_MATCH.rawValue: [.year]
      default: []
      }
    return isRepeated ? advice + [.repetition] : advice
  }
}
