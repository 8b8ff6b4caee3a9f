/// Makes a ``Photo`` of an upload.
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

  /// Reads an upload. The call blocks its thread, for seconds if the image is large, so calls run in a ``PhotoWorker``.
  /// The first call loads libvips.
  ///
  /// - Parameter upload: the bytes of the image.
  /// - Returns: the photo.
  /// - Throws: ``PhotoError``.
  package func photo(of upload: [UInt8]) throws(PhotoError) -> Photo {
    guard upload.count <= limits.bytes else {
      throw PhotoError(
        .tooLarge, "The image is too large. Use an image with at most \(limits.bytes >> 20) MB.")
    }
    guard let format = PhotoFormat(content: upload) else {
      throw PhotoFormat.isVectorGraphic(upload) ? Self.vectorGraphic : Self.unsupported
    }
    try VipsLibrary.load()
    guard let header = VipsHeader(of: upload) else { throw .damaged }
    guard header.reader == format.reader else { throw Self.unsupported }
    try limits.check(header, format: format)
    guard let square = VipsImage(squareOf: upload, side: Photo.sides.last ?? 0) else { throw .damaged }
    var renditions: [Photo.Rendition] = []
    for side in Photo.sides {
      guard let bytes = square.resized(to: side)?.jpeg(quality: Self.quality) else {
        throw PhotoError(.libraryFailure, "libvips could not write the photo.")
      }
      renditions.append(Photo.Rendition(side: side, bytes: bytes))
    }
    return Photo(renditions: renditions)
  }

  /// Loads libvips and ends this thread's part of it. The check of an installation calls it.
  ///
  /// - Throws: ``PhotoError`` `photo_processing_unavailable` or `library_failure`.
  package static func requireLibrary() throws(PhotoError) {
    try VipsLibrary.load()
    VipsLibrary.endThread()
  }

  private static var vectorGraphic: PhotoError {
    PhotoError(.vectorGraphic, "SVG images are not accepted. Use a JPEG, PNG, WebP, GIF, HEIC or AVIF image.")
  }

  private static var unsupported: PhotoError {
    PhotoError(.unsupportedFormat, "The file is not a photo. Use a JPEG, PNG, WebP, GIF, HEIC or AVIF image.")
  }
}
