import DoorwardServerRules
import DoorwardWire

/// The largest images that are decoded. All limits of the image are checked before decoding, as its header states it. The
/// header can be wrong, so the decoder has limits of its own.
///
/// Most images are decoded row by row, in about 50 MB of memory. The worst images need the whole picture in memory for
/// about a second: a progressive JPEG with 50 megapixels needs 350 MB.
package struct PhotoLimits: Sendable, Hashable {
  /// The most bytes of an upload.
  package var bytes = WirePhoto.maximumBytes
  /// The most pixels of a PNG, WebP, GIF, HEIC or AVIF image: width times height.
  package var pixels = 25_000_000
  /// The most pixels of a JPEG image. It needs less memory for a pixel, and cameras make JPEG images of this size.
  package var jpegPixels = 50_000_000
  /// The most pixels of a side. Rows of very wide images need much memory.
  package var side = 16_384
  /// The most frames of an animation. The first frame becomes the photo.
  package var frames = 1000

  /// The default limits.
  package init() {}

  func check(_ header: VipsHeader, format: PhotoFormat) throws(PhotoError) {
    guard header.width > 0, header.height > 0 else { throw .damaged }
    let (count, overflow) = header.width.multipliedReportingOverflow(by: header.height)
    let most = format == .jpeg ? jpegPixels : pixels
    guard max(header.width, header.height) <= side, !overflow, count <= most else { throw tooManyPixels }
    guard header.pages <= frames else { throw tooManyFrames }
  }

  var tooLarge: PhotoError {
    PhotoError(.tooLarge, "The image is too large. Use an image with at most \(bytes >> 20) MB.")
  }

  var tooManyPixels: PhotoError {
    PhotoError(
      .tooManyPixels,
      """
      The image has too many pixels. Use an image with at most \(jpegPixels / 1_000_000) megapixels in a JPEG file or \
      \(pixels / 1_000_000) in another, and \(side) pixels a side.
      """)
  }

  var tooManyFrames: PhotoError {
    PhotoError(.tooManyFrames, "The image has too many frames. Use an image with at most \(frames) frames.")
  }
}
