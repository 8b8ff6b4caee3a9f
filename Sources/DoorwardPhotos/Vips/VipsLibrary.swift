internal import CDoorwardVips

/// Loads libvips when the first image is read. It takes 40 ms and 30 MB of memory, which a server without photos does not
/// pay.
enum VipsLibrary {
  /// Loads the library, once in a process.
  ///
  /// - Throws: ``PhotoError`` `photo_processing_unavailable` or `library_failure`.
  static func load() throws(PhotoError) {
    switch status {
    case Int32(DOORWARD_VIPS_OK): return
    case Int32(DOORWARD_VIPS_MISSING):
      throw PhotoError(.unavailable, "libvips, which reads photos, is not installed. Install libvips-tools.")
    default:
      throw PhotoError(
        .libraryFailure, "libvips, which reads photos, cannot be used. Install a newer version.")
    }
  }

  /// Frees what the library keeps for the current thread. If the library was not loaded, the call has no effect.
  static func endThread() { doorward_vips_end_thread() }

  private static let status = doorward_vips_load()
}
