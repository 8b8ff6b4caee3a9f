/// The sorted parts of a list that does not fit in memory.
struct BlocklistParts {
  private let path: String
  private let limit: Int
  private let capacity: Int
  private var keys: [UInt64] = []
  private var runs: [BlocklistRun] = []

  /// - Parameters:
  ///   - path: the files of the parts are beside this file.
  ///   - limit: the most parts. They are merged into one when there are more.
  ///   - keys: the most keys in memory.
  init(path: String, limit: Int, keys: Int) {
    (self.path, self.limit, capacity) = (path, limit, keys)
  }

  mutating func append(_ key: UInt64) throws(BlocklistError) {
    keys.append(key)
    if keys.count >= capacity { try writePart() }
  }

  /// The parts with all keys.
  mutating func finish() throws(BlocklistError) -> [BlocklistRun] {
    if !keys.isEmpty { try writePart() }
    return runs
  }

  /// Writes the keys of several parts in order.
  static func merge(
    _ runs: [BlocklistRun], into file: BlocklistFile, offset: Int
  ) throws(BlocklistError) -> BlocklistRun {
    var merge = try BlocklistMerge(runs)
    var writer = BlocklistRunWriter(file, offset: offset)
    while let key = try merge.next() { try writer.append(key) }
    return try writer.finish()
  }

  private mutating func writePart() throws(BlocklistError) {
    keys.sort()
    var writer = BlocklistRunWriter(try .unnamed(beside: path))
    for key in keys { try writer.append(key) }
    runs.append(try writer.finish())
    keys.removeAll(keepingCapacity: true)
    if runs.count >= limit {
      runs = [try Self.merge(runs, into: try .unnamed(beside: path), offset: 0)]
    }
  }
}
