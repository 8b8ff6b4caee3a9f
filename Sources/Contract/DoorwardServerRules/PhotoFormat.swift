/// The format of an upload by its content. The name of a file and the media type of a request prove nothing.
package enum PhotoFormat: CaseIterable, Sendable {
  case jpeg
  case png
  case webp
  case gif
  /// HEIC and AVIF, which have the same container.
  case heif

  /// The refusal of every other content.
  package static let refusal = "The file is not a photo. Use a JPEG, PNG, WebP, GIF, HEIC or AVIF image."

  /// The brands of ISO/IEC 23008-12 and AVIF for single images.
  private static let brands = ["heic", "heix", "heim", "heis", "mif1", "avif"].map { Array($0.utf8) }

  /// Recognizes a format by its first bytes.
  ///
  /// - Returns: nil if the format is not one of these.
  package init?(content: [UInt8]) {
    func has(_ bytes: some Collection<UInt8>, at place: Int = 0) -> Bool {
      content.dropFirst(place).starts(with: bytes)
    }
    if has([0xff, 0xd8, 0xff]) {
      self = .jpeg
    } else if has([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) {
      self = .png
    } else if has("RIFF".utf8), has("WEBP".utf8, at: 8) {
      self = .webp
    } else if has("GIF87a".utf8) || has("GIF89a".utf8) {
      self = .gif
    } else if has("ftyp".utf8, at: 4), Self.brands.contains(where: { has($0, at: 8) }) {
      self = .heif
    } else {
      return nil
    }
  }

  /// The media type; that of HEIC for both formats of the container.
  package var mediaType: String {
    switch self {
    case .jpeg: "image/jpeg"
    case .png: "image/png"
    case .webp: "image/webp"
    case .gif: "image/gif"
    case .heif: "image/heic"
    }
  }

  /// Whether the content looks like SVG, for the reason of a refusal: after white space it begins with `<`, and its first 4096
  /// bytes have `<svg`.
  package static func isVectorGraphic(_ content: [UInt8]) -> Bool {
    let text = String(decoding: content.prefix(4096), as: UTF8.self)
      .drop { $0.isWhitespace || $0 == "\u{feff}" }
    return text.hasPrefix("<") && text.contains("<svg")
  }
}
