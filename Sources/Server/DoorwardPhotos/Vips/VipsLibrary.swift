internal import CDoorwardVips

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
