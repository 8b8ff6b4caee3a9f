import Encodings

/// A file of passwords that attackers try first. New passwords in it are refused (NIST SP 800-63B-4 §3.1.1.2).
///
/// The file is not kept in memory: a search reads a few of its pages. The calls block their thread;
/// ``PasswordHashPool`` runs them on its threads. A file that another program replaces stays readable; one that is cut off gives an error.
package final class PasswordBlocklist: Sendable {
  private let file: BlocklistFile
  /// The number of passwords.
  package let count: Int

  /// A range of at most this many records is read at once.
  private static let recordsAtOnce = 512

  /// Opens a file that ``BlocklistBuilder`` wrote.
  ///
  /// - Throws: ``BlocklistError`` `blocklist_cannot_open`, `blocklist_cannot_read` or `blocklist_damaged`.
  package init(path: String) throws(BlocklistError) {
    file = try BlocklistFile(reading: path)
    guard let length = file.byteCount, length >= BlocklistHeader.byteCount,
      case let bytes = try file.bytes(at: 0, count: BlocklistHeader.byteCount),
      let header = BlocklistHeader(bytes, fileBytes: length)
    else {
      throw BlocklistError(
        .damaged, "\(path) is not a list of passwords of this version, or it is incomplete. Build it again.")
    }
    count = header.count
  }

  /// Whether a password is listed.
  ///
  /// - Throws: ``BlocklistError`` `blocklist_cannot_read`.
  func contains(_ password: PasswordDigest) throws(BlocklistError) -> Bool {
    try contains(BlocklistKey.key(of: password))
  }

  /// Binary search. It ends for every content of the file, also if the records are not sorted.
  private func contains(_ key: UInt64) throws(BlocklistError) -> Bool {
    var range = 0..<count
    while range.count > Self.recordsAtOnce {
      let middle = range.lowerBound + range.count / 2
      if try record(middle) <= key {
        range = middle..<range.upperBound
      } else {
        range = range.lowerBound..<middle
      }
    }
    let bytes = try file.bytes(
      at: Self.offset(range.lowerBound), count: range.count * BlocklistKey.byteCount)
    return stride(from: 0, to: bytes.count, by: BlocklistKey.byteCount).contains { place in
      BlocklistKey.number(bytes[place..<(place + BlocklistKey.byteCount)]) == key
    }
  }

  private func record(_ place: Int) throws(BlocklistError) -> UInt64 {
    BlocklistKey.number(try file.bytes(at: Self.offset(place), count: BlocklistKey.byteCount))
  }

  private static func offset(_ place: Int) -> Int {
    BlocklistHeader.byteCount + place * BlocklistKey.byteCount
  }
}

/// The reason why a blocklist file cannot be read or written.
package struct BlocklistError: CodedError {
  /// A stable name for the kind of error; the set is open.
  package struct Code: RawRepresentable, Hashable, Sendable {
    package let rawValue: String

    package init(rawValue: String) { self.rawValue = rawValue }

    /// The file does not exist or cannot be opened.
    package static let cannotOpen = Code(rawValue: "blocklist_cannot_open")
    /// The file is not a blocklist of this version, or it is damaged.
    package static let damaged = Code(rawValue: "blocklist_damaged")
    /// A read failed.
    package static let cannotRead = Code(rawValue: "blocklist_cannot_read")
    /// A write failed, for example because the disk is full.
    package static let cannotWrite = Code(rawValue: "blocklist_cannot_write")
    /// The input has no line in the expected format.
    package static let emptyInput = Code(rawValue: "blocklist_empty_input")
  }

  package let code: Code
  package let reason: String

  package init(_ code: Code, _ reason: String) {
    self.code = code
    self.reason = reason
  }
}
