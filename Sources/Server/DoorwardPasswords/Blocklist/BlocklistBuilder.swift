/// Builds the file of a ``PasswordBlocklist`` from a list of any length, in bounded memory.
///
/// Parts of the list are sorted in memory and written to files without names. Then the parts are merged. The result takes
/// its name in one step when it is complete and on the disk.
package struct BlocklistBuilder: Sendable {
  /// The memory for sorting, in bytes.
  package var memoryBytes = 64 << 20

  /// The most parts that are merged at once.
  private static let partLimit = 64

  package init() {}

  /// Builds a file. The call blocks its thread, for minutes if the list has a billion lines.
  ///
  /// `format` is the format of its lines. Lines in another format are counted and skipped. `path` is the path of the
  /// new file. An existing file is replaced by one with the same mode and owner. A new file is readable by every user.
  /// `progress` is called after each MiB of the list. If it throws, nothing is written.
  ///
  /// - Returns: the numbers of read and written entries.
  /// - Throws: ``BlocklistError``, or the error of `progress`.
  package func build(
    from list: String, _ format: BlocklistInput, to path: String,
    progress: (BlocklistProgress) throws -> Void = { _ in }
  ) throws -> BlocklistProgress {
    var result = BlocklistProgress()
    var parts = BlocklistParts(path: path, limit: Self.partLimit, keys: max(memoryBytes / 8, 1))
    var lines = BlocklistLines(try BlocklistFile(reading: list))
    try lines.forEach { line in
      result.lines += 1
      if let key = line.flatMap(format.key) { try parts.append(key) } else { result.skippedLines += 1 }
    } afterBlock: { bytesRead in
      result.bytesRead = bytesRead
      try progress(result)
    }
    guard result.lines > result.skippedLines else {
      throw BlocklistError(
        .emptyInput, "\(list) has no line in the expected format. Nothing was written.")
    }
    result.entries = try write(parts.finish(), to: path)
    return result
  }

  private func write(_ parts: [BlocklistRun], to path: String) throws(BlocklistError) -> Int {
    let (file, temporary) = try BlocklistFile.temporary(beside: path)
    do {
      let count = try BlocklistParts.merge(parts, into: file, offset: BlocklistHeader.byteCount).count
      try file.write(BlocklistHeader(count: count).bytes, at: 0)
      try file.takeAttributes(of: path)
      try file.synchronize()
      try BlocklistFile.move(temporary, to: path)
      return count
    } catch {
      BlocklistFile.remove(temporary)
      throw error
    }
  }
}

/// The progress of a ``BlocklistBuilder``.
package struct BlocklistProgress: Sendable, Hashable {
  /// The bytes of the list that were read.
  package var bytesRead = 0
  /// The lines that were read.
  package var lines = 0
  /// The lines that were skipped: in another format, below the minimum count, too short, or no password that a user can choose.
  package var skippedLines = 0
  /// The passwords in the new file; 0 until it is written.
  package var entries = 0

  package init() {}
}
