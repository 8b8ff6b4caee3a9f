import DoorwardServerRules

/// Makes a ``Photo`` of an upload, in this process. The server runs it in a ``PhotoDecoder`` process.
///
/// The largest square around the center is cut out, after the orientation of the camera was applied. Small images are
/// enlarged. Colors are converted to sRGB, and transparent parts become white. No part of the upload is copied unchanged,
/// so metadata and foreign bytes get lost.
package struct PhotoProcessor: Sendable {
  /// The limits of uploads.
  package let limits: PhotoLimits

  /// A good compromise of size and quality; the largest rendition has about 40 KB.
  private static let quality = 82

  package init(limits: PhotoLimits = PhotoLimits()) { self.limits = limits }

  /// Reads an upload. The call blocks its thread, for seconds if the image is large. The first call loads libvips.
  ///
  /// - Parameter upload: the bytes of the image.
  /// - Returns: the photo.
  /// - Throws: ``PhotoError``.
  package func photo(of upload: [UInt8]) throws(PhotoError) -> Photo {
    try photo(of: PhotoUpload(upload, limits: limits))
  }

  func photo(of upload: PhotoUpload) throws(PhotoError) -> Photo {
    try VipsLibrary.load()
    guard let header = VipsHeader(of: upload) else { throw .damaged }
    try limits.check(header, format: upload.format)
    guard let square = VipsImage(squareOf: upload.bytes, side: Photo.sides.last ?? 0) else { throw .damaged }
    var renditions: [Photo.Rendition] = []
    for side in Photo.sides {
      guard let bytes = square.resized(to: side)?.jpeg(quality: Self.quality) else { throw .writingFailed }
      renditions.append(Photo.Rendition(side: side, bytes: bytes))
    }
    return Photo(renditions: renditions)
  }
}

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
