internal import CDoorwardVips
import DoorwardServerRules

/// The facts about an image that libvips reads without decoding it.
struct VipsHeader {
  let width: Int
  let height: Int
  let pages: Int

  /// Reads a header; nil if the bytes are not an image of the format.
  init?(of upload: PhotoUpload) {
    let number =
      switch upload.format {
      case .jpeg: DOORWARD_VIPS_JPEG
      case .png: DOORWARD_VIPS_PNG
      case .webp: DOORWARD_VIPS_WEBP
      case .gif: DOORWARD_VIPS_GIF
      case .heif: DOORWARD_VIPS_HEIF
      }
    let header = upload.bytes.withUnsafeBytes { bytes -> VipsHeader? in
      guard let image = doorward_vips_read_header(Int32(number), bytes.baseAddress, bytes.count)
      else { return nil }
      defer { doorward_vips_release(image) }
      return VipsHeader(
        width: Int(doorward_vips_width(image)), height: Int(doorward_vips_height(image)),
        pages: Int(doorward_vips_pages(image)))
    }
    guard let header else { return nil }
    self = header
  }

  private init(width: Int, height: Int, pages: Int) {
    (self.width, self.height, self.pages) = (width, height, pages)
  }
}

/// A decoded image in memory. It owns its pointer.
struct VipsImage: ~Copyable {
  private let pointer: OpaquePointer

  /// Decodes the square around the center of an image, at most `side` pixels wide. The image must have passed
  /// ``PhotoLimits``. The result is nil if the image is damaged.
  init?(squareOf bytes: [UInt8], side: Int) {
    let image = bytes.withUnsafeBytes { doorward_vips_square($0.baseAddress, $0.count, Int32(side)) }
    guard let image else { return nil }
    pointer = image
  }

  private init(_ pointer: OpaquePointer) { self.pointer = pointer }

  deinit { doorward_vips_release(pointer) }

  /// A copy with another side; nil if memory is exhausted.
  func resized(to side: Int) -> VipsImage? {
    guard let image = doorward_vips_resize(pointer, Int32(side)) else { return nil }
    return VipsImage(image)
  }

  /// A JPEG file without metadata; nil if memory is exhausted.
  func jpeg(quality: Int) -> [UInt8]? {
    var bytes: UnsafeMutableRawPointer?
    var count = 0
    guard doorward_vips_write_jpeg(pointer, Int32(quality), &bytes, &count) == 0, let bytes else {
      return nil
    }
    defer { doorward_vips_free(bytes) }
    return Array(UnsafeRawBufferPointer(start: bytes, count: count))
  }
}

/// Loads libvips when the first image is read. It takes 40 ms and 30 MB of memory, which only the decoder pays.
enum VipsLibrary {
  /// Loads the library, once in a process.
  ///
  /// - Throws: ``PhotoError`` `photo_processing_unavailable` or `library_failure`.
  static func load() throws(PhotoError) {
    switch status {
    case Int32(DOORWARD_VIPS_OK): return
    case Int32(DOORWARD_VIPS_MISSING): throw .libraryMissing
    default: throw .libraryUnusable
    }
  }

  private static let status = doorward_vips_load()
}
