/// Sorted keys in a file: a part of the input, or the merged parts.
struct BlocklistRun {
  let file: BlocklistFile
  /// The position of the first key.
  let offset: Int
  let count: Int
}

/// Reads the keys of a run in order.
struct BlocklistRunReader {
  private static let keysAtOnce = 8192

  private let run: BlocklistRun
  private var next = 0
  private var buffer: ArraySlice<UInt64> = []

  /// The smallest key that was not taken; nil at the end.
  private(set) var first: UInt64?

  init(_ run: BlocklistRun) throws(BlocklistError) {
    self.run = run
    try advance()
  }

  /// Takes the first key.
  mutating func advance() throws(BlocklistError) {
    if buffer.isEmpty, next < run.count {
      let count = min(Self.keysAtOnce, run.count - next)
      let bytes = try run.file.bytes(
        at: run.offset + next * BlocklistKey.byteCount, count: count * BlocklistKey.byteCount)
      buffer =
        bytes.withUnsafeBytes { bytes in
          (0..<count).map { UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: $0 * 8, as: UInt64.self)) }
        }[...]
      next += count
    }
    first = buffer.popFirst()
  }
}

/// Writes keys in ascending order and skips repetitions.
struct BlocklistRunWriter {
  private static let bytesAtOnce = 1 << 20

  private let file: BlocklistFile
  private let offset: Int
  private var buffer: [UInt8] = []
  private var written = 0
  private var last: UInt64?

  /// `offset` is the position of the first key.
  init(_ file: BlocklistFile, offset: Int = 0) {
    self.file = file
    self.offset = offset
    buffer.reserveCapacity(Self.bytesAtOnce)
  }

  mutating func append(_ key: UInt64) throws(BlocklistError) {
    guard key != last else { return }
    last = key
    withUnsafeBytes(of: key.bigEndian) { buffer.append(contentsOf: $0) }
    if buffer.count >= Self.bytesAtOnce { try flush() }
  }

  /// Writes the buffered keys and returns the run.
  mutating func finish() throws(BlocklistError) -> BlocklistRun {
    try flush()
    return BlocklistRun(file: file, offset: offset, count: written / BlocklistKey.byteCount)
  }

  private mutating func flush() throws(BlocklistError) {
    try file.write(buffer, at: offset + written)
    written += buffer.count
    buffer.removeAll(keepingCapacity: true)
  }
}
