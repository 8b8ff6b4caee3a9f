import CDoorwardZlib

/// Compression as browsers take it (RFC 1952).
enum Gzip {
  /// The same bytes for the same input, at each build.
  static func compress(_ bytes: [UInt8]) -> [UInt8] {
    var stream = z_stream()
    guard doorward_deflate_init_gzip(&stream) == Z_OK else { fatalError("zlib could not start") }
    defer { deflateEnd(&stream) }
    var input = bytes
    return [UInt8](unsafeUninitializedCapacity: Int(deflateBound(&stream, UInt(bytes.count)))) {
      output, count in
      input.withUnsafeMutableBufferPointer { input in
        stream.next_in = input.baseAddress
        stream.avail_in = UInt32(input.count)
        stream.next_out = output.baseAddress
        stream.avail_out = UInt32(output.count)
        guard deflate(&stream, Z_FINISH) == Z_STREAM_END else { fatalError("zlib could not compress") }
      }
      count = Int(stream.total_out)
    }
  }
}
