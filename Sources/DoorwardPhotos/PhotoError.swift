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
    /// The image is truncated or damaged.
    package static let damaged = Code(rawValue: "photo_damaged")
    /// Too many uploads wait. The caller tries again in a few seconds.
    package static let overloaded = Code(rawValue: "photo_processing_overloaded")
    /// The worker was closed.
    package static let closed = Code(rawValue: "photo_processing_closed")
    /// libvips is not installed, or the system has no thread for it.
    package static let unavailable = Code(rawValue: "photo_processing_unavailable")
    /// libvips failed, for example because memory is exhausted.
    package static let libraryFailure = Code(rawValue: "library_failure")
  }

  package let code: Code
  package let reason: String

  package init(_ code: Code, _ reason: String) {
    self.code = code
    self.reason = reason
  }
}
