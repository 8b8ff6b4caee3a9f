internal import CDoorwardUnistring

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// The mappings of Unicode texts, with libunistring.
package enum Normalization {
  /// Normalization Form C: characters are composed.
  package static func nfc(_ text: [Unicode.Scalar]) -> [Unicode.Scalar] { mapped(text, doorward_u32_nfc) }

  /// Normalization Form D: characters are decomposed.
  package static func nfd(_ text: [Unicode.Scalar]) -> [Unicode.Scalar] { mapped(text, doorward_u32_nfd) }

  /// Normalization Form KC: compatibility characters are replaced, and characters are composed.
  static func nfkc(_ text: [Unicode.Scalar]) -> [Unicode.Scalar] { mapped(text, doorward_u32_nfkc) }

  /// The full lower-case mapping of each character, without regard to its neighbors.
  static func lowercased(_ text: [Unicode.Scalar]) -> [Unicode.Scalar] {
    text.flatMap { scalar -> [Unicode.Scalar] in
      guard !scalar.isASCII else {
        return [("A"..."Z").contains(scalar) ? Unicode.Scalar(UInt8(scalar.value) + 32) : scalar]
      }
      var count = 0
      return copied(doorward_uc_lowercase(scalar.value, &count), count) ?? [scalar]
    }
  }

  private static func mapped(
    _ text: [Unicode.Scalar],
    _ map: (UnsafePointer<UInt32>?, Int, UnsafeMutablePointer<Int>?) -> UnsafeMutablePointer<UInt32>?
  ) -> [Unicode.Scalar] {
    // ASCII is unchanged in every form.
    if text.allSatisfy(\.isASCII) { return text }
    let values = text.map(\.value)
    var count = 0
    // The library fails only if memory is exhausted. Then the text does not change, and is refused or does not match.
    return copied(map(values, values.count, &count), count) ?? text
  }

  /// Copies and frees a result of the library.
  private static func copied(_ result: UnsafeMutablePointer<UInt32>?, _ count: Int) -> [Unicode.Scalar]? {
    guard let result else { return nil }
    defer { free(result) }
    return UnsafeBufferPointer(start: result, count: count).compactMap(Unicode.Scalar.init)
  }
}
