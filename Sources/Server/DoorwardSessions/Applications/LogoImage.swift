import Encodings

/// The logo of an application, an image as a `data:` URI (RFC 2397).
package struct LogoImage: Sendable, Equatable {
  /// The most bytes of an image.
  package static let limit = 65_536

  /// The media type of an image.
  package enum MediaType: String, Sendable, CaseIterable {
    case svg = "image/svg+xml"
    case png = "image/png"
    case webp = "image/webp"
    case jpeg = "image/jpeg"

    /// The first bytes of an image of the type; empty for a text.
    fileprivate var signature: [UInt8] {
      switch self {
      case .svg: []
      case .png: [0x89, 0x50, 0x4e, 0x47]
      case .webp: Array("RIFF".utf8)
      case .jpeg: [0xff, 0xd8, 0xff]
      }
    }
  }

  package let type: MediaType
  package let bytes: [UInt8]
  /// The version of the image. It is computed once, because every page has it.
  package let version: String

  /// Reads an image.
  ///
  /// - Parameter uri: `data:`, one of the media types, `;base64,` and the image in base64. If it has another form, is too long,
  ///   or is no image of its type, the result is nil.
  package init?(_ uri: String) {
    guard
      let type = MediaType.allCases.first(where: { uri.hasPrefix("data:\($0.rawValue);base64,") }),
      let bytes = try? Base64.decode(String(uri.dropFirst("data:\(type.rawValue);base64,".count))),
      (1...Self.limit).contains(bytes.count), bytes.starts(with: type.signature)
    else { return nil }
    if type == .svg {
      guard let text = text(ofUTF8: bytes), text.contains("<svg") else { return nil }
    }
    self.type = type
    self.bytes = bytes
    version = ContentVersion.of(bytes)
  }

  /// The image as a `data:` URI.
  package var uri: String { "data:\(type.rawValue);base64,\(Base64.encode(bytes))" }
}

/// The version of a file, which its address contains: the beginning of the hash of its content.
package enum ContentVersion {
  private static let length = 9

  package static func of(_ bytes: [UInt8]) -> String {
    Base64URL.encode(Array(SHA256.hash(bytes).prefix(length)))
  }
}
