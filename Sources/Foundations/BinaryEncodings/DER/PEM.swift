public import Encodings

/// The text form of certificates and keys (RFC 7468).
public enum PEM {
  /// The contents of all blocks with a label, such as `CERTIFICATE`, in order. Other text is ignored.
  ///
  /// - Throws: The errors of ``Base64/decode(_:)``, and `invalid_length` for a block without an end.
  public static func decode(_ text: String, label: String) throws(EncodingsError) -> [[UInt8]] {
    var blocks: [[UInt8]] = []
    var lines: [Substring]?
    for line in text.split(whereSeparator: \.isNewline) {
      if line == "-----BEGIN \(label)-----" {
        lines = []
      } else if line == "-----END \(label)-----", let content = lines {
        blocks.append(try Base64.decode(content.joined()))
        lines = nil
      } else {
        lines?.append(line)
      }
    }
    guard lines == nil else {
      throw EncodingsError(code: .invalidLength, reason: "A PEM block has no end.")
    }
    return blocks
  }
}
