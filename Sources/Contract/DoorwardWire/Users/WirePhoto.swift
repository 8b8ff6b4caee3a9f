/// The photo of a user.
package enum WirePhoto {
  /// The sides of the square images in pixels. The last one is the default.
  package static let sides = [64, 128, 256, 512]
  /// The parameter of the photo's address that names a side.
  package static var size: String { "size" }
  /// The most bytes of an upload.
  package static let maximumBytes = 10 << 20
}
