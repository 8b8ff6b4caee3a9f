/// An upload that has the size and the first bytes of an accepted image.
struct PhotoUpload: Sendable {
  let bytes: [UInt8]
  let format: PhotoFormat

  /// - Throws: ``PhotoError`` `photo_too_large`, `photo_vector_graphic` or `photo_unsupported_format`.
  init(_ bytes: [UInt8], limits: PhotoLimits) throws(PhotoError) {
    guard bytes.count <= limits.bytes else { throw limits.tooLarge }
    guard let format = PhotoFormat(content: bytes) else {
      throw PhotoFormat.isVectorGraphic(bytes) ? .vectorGraphic : .unsupportedFormat
    }
    self.bytes = bytes
    self.format = format
  }
}
