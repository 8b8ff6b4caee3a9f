import DoorwardCommandLine
import Encodings

/// The output of a command that lists: a table on a terminal, otherwise one JSON object per line.
struct Listing {
  /// A column of the table.
  struct Column {
    let title: String
    /// Whether its cells are cut if the terminal is too narrow.
    var isFlexible = false
    let cell: (JSONValue) -> String

    init(_ title: String, isFlexible: Bool = false, cell: @escaping (JSONValue) -> String) {
      self.title = title
      self.isFlexible = isFlexible
      self.cell = cell
    }

    /// A column with a member of the object, or with the first of several that has a value.
    init(_ title: String, _ members: String..., isFlexible: Bool = false) {
      self.init(title, isFlexible: isFlexible) { row in
        members.lazy.compactMap { row[$0] }.map(RecordText.inline).first { !$0.isEmpty } ?? ""
      }
    }
  }

  /// The rows of a table that wait, because the widths of its columns follow from them.
  private static let longestPart = 1000

  private let columns: [Column]
  private let noun: String
  private let isTable: Bool
  private var waiting: [JSONValue] = []
  private var count = 0

  /// `noun` is the name of one row, such as "user". `isTable` says whether a person reads the output.
  init(_ columns: [Column], of noun: String, isTable: Bool = Output.isTerminal) {
    self.columns = columns
    self.noun = noun
    self.isTable = isTable
  }

  /// Adds a row. A program gets it at once.
  mutating func add(_ row: JSONValue) {
    count += 1
    guard isTable else { return Output.json(row) }
    waiting.append(row)
    if waiting.count == Self.longestPart { writeWaiting() }
  }

  /// Writes all rows.
  mutating func write(_ rows: [JSONValue]) {
    for row in rows { add(row) }
    finish()
  }

  /// Writes the rows that wait, and their number as a message.
  mutating func finish() {
    guard isTable else { return }
    if !waiting.isEmpty { writeWaiting() }
    Output.say("\(count == 0 ? "No" : "\(count)") \(noun)\(count == 1 ? "" : "s")")
  }

  private mutating func writeWaiting() {
    TextTable.write(
      waiting.map { row in columns.map { EscapedText("\($0.cell(row))") } }, columns.map(\.title),
      flexible: Set(columns.indices.filter { columns[$0].isFlexible }))
    waiting = []
  }
}
