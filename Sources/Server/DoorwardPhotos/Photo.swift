import DoorwardWire

/// The photo of a user, made of an upload by ``PhotoProcessor``: squares of several sizes in sRGB without metadata.
///
/// They are JPEG, not WebP, because the address of the photo is also given to other programs (the claim `picture` of
/// OpenID Connect): mail programs and image libraries of desktops do not all read WebP.
package struct Photo: Sendable, Equatable {
  /// The sides of the squares in pixels.
  package static let sides = WirePhoto.sides
  /// The media type of every rendition.
  package static let mediaType = "image/jpeg"

  /// One size of a photo.
  package struct Rendition: Sendable, Equatable {
    /// The side in pixels.
    package let side: Int
    /// The JPEG file.
    package let bytes: [UInt8]
  }

  /// One rendition for each of ``sides``, the smallest first.
  package let renditions: [Rendition]
}
