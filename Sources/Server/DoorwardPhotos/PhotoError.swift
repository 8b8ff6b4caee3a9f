import DoorwardServerRules
import Encodings

/// The reason why an uploaded image did not become a photo.
package struct PhotoError: CodedError {
  /// A stable name for the kind of error; the set is open.
  package struct Code: RawRepresentable, Hashable, Sendable {
    package let rawValue: String

    package init(rawValue: String) { self.rawValue = rawValue }

    /// The content is not JPEG, PNG, WebP, GIF, HEIC or AVIF.
    package static let unsupportedFormat = Code(rawValue: "photo_unsupported_format")
    /// The content is a vector graphic (SVG), which can have scripts.
    package static let vectorGraphic = Code(rawValue: "photo_vector_graphic")
    /// The upload has too many bytes.
    package static let tooLarge = Code(rawValue: "photo_too_large")
    /// The image has too many pixels, or a side is too long.
    package static let tooManyPixels = Code(rawValue: "photo_too_many_pixels")
    /// The image has too many frames.
    package static let tooManyFrames = Code(rawValue: "photo_too_many_frames")
    /// The image is truncated or damaged, or decoding it needs too much memory or time.
    package static let damaged = Code(rawValue: "photo_damaged")
    /// Too many uploads wait, another one of the user is being processed, or the machine has too little memory. The caller
    /// tries again in a few seconds.
    package static let overloaded = Code(rawValue: "photo_processing_overloaded")
    /// The worker was closed.
    package static let closed = Code(rawValue: "photo_processing_closed")
    /// libvips is not installed, or the system cannot start or restrict the decoder.
    package static let unavailable = Code(rawValue: "photo_processing_unavailable")
    /// libvips failed.
    package static let libraryFailure = Code(rawValue: "library_failure")
  }

  package let code: Code
  package let reason: String

  package init(_ code: Code, _ reason: String) {
    self.code = code
    self.reason = reason
  }
}

extension PhotoError {
  static let vectorGraphic = PhotoError(
    .vectorGraphic, "SVG images are not accepted. Use a JPEG, PNG, WebP, GIF, HEIC or AVIF image.")
  static let unsupportedFormat = PhotoError(
    .unsupportedFormat, PhotoFormat.refusal)
  static let damaged = PhotoError(
    .damaged, "The image is damaged or not complete. Upload it again or choose another one.")
  /// The decoder crashed, or it used up its memory or time.
  static let undecodable = PhotoError(
    .damaged, "The image is damaged, or it takes too much memory or time to decode. Choose another one.")
  static let overloaded = PhotoError(
    .overloaded, "Too many photos are being processed. Try again in a few seconds.")
  static let userOverloaded = PhotoError(
    .overloaded, "Another photo of the user is being processed. Try again in a few seconds.")
  static let outOfMemory = PhotoError(
    .overloaded, "The server has too little memory to process photos now. Try again in a few seconds.")
  static let closed = PhotoError(.closed, "The server is stopping.")
  static let libraryMissing = PhotoError(
    .unavailable, "libvips, which reads photos, is not installed. Install libvips-tools.")
  static let libraryUnusable = PhotoError(
    .libraryFailure, "libvips, which reads photos, cannot be used. Install a newer version.")
  static let writingFailed = PhotoError(.libraryFailure, "libvips could not write the photo.")
  static let notRestricted = PhotoError(
    .unavailable,
    "The system does not let the decoder of photos restrict itself. Allow setrlimit and seccomp filters.")

  static func notStarted(_ reason: String) -> PhotoError {
    PhotoError(.unavailable, "The decoder of photos cannot be started. \(reason).")
  }
}
