/// Reads the lines of a file of any length, with a buffer of one block.
struct BlocklistLines {
  /// Longer lines are not passwords.
  static let longestLine = 4096
  private static let blockBytes = 1 << 20

  private let file: BlocklistFile
  private(set) var bytesRead = 0

  init(_ file: BlocklistFile) { self.file = file }

  /// Calls `body` with each line, without its end, and `afterBlock` after each block. A line that is too long is nil.
  mutating func forEach(
    _ body: (ArraySlice<UInt8>?) throws -> Void, afterBlock: (_ bytesRead: Int) throws -> Void
  ) throws {
    var block = [UInt8](repeating: 0, count: Self.blockBytes)
    /// The beginning of a line whose end is in the next block; nil if it is already too long.
    var begun: [UInt8]? = []
    while case let count = try file.read(into: &block), count > 0 {
      bytesRead += count
      var rest = block[..<count]
      while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
        try body(Self.line(begun, rest[..<end]))
        begun = []
        rest = rest[(end + 1)...]
      }
      begun = begun.flatMap { $0.count + rest.count > Self.longestLine ? nil : $0 + rest }
      try afterBlock(bytesRead)
    }
    if begun != [] { try body(Self.line(begun, [])) }
  }

  private static func line(_ begun: [UInt8]?, _ rest: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard let begun, begun.count + rest.count <= longestLine else { return nil }
    let line = begun.isEmpty ? rest : (begun + rest)[...]
    return line.last == UInt8(ascii: "\r") ? line.dropLast() : line
  }
}
