import DoorwardCommandLine
import DoorwardServer
import Encodings

/// The measurements as a table that is readable as text and as Markdown.
struct BenchTable {
  /// One group: its title, a sentence about its figures if it needs one, and its table.
  struct Section {
    let title: String
    var note = ""
    let table: String

    init(_ title: String, _ rows: [MeasuredRow]) {
      self.title = title
      table = BenchTable.text(
        [["What", "a second", "of the primitive", "target", "met"]] + rows.map(BenchTable.cells))
    }

    init(_ title: String, note: String, _ rows: [CostRow]) {
      self.title = title
      let missed = rows.filter { $0.isMet == false }.map(\.name)
      self.note =
        note
        + (missed.isEmpty
          ? " All limits are met." : " Limits that are not met: \(missed.joined(separator: "; ")).")
      table = BenchTable.text([CostRow.header] + rows.map(\.cells))
    }

    var text: String { [title, note, table].filter { !$0.isEmpty }.joined(separator: "\n\n") }
  }

  let sections: [Section]

  /// A table with aligned columns. The first row is its header.
  private static func text(_ cells: [[String]]) -> String {
    let widths = cells[0].indices.map { column in cells.map { $0[column].count }.max() ?? 0 }
    func line(_ cells: [String]) -> String {
      let padded = cells.enumerated().map { column, cell in
        let space = String(repeating: " ", count: widths[column] - cell.count)
        return column == 0 ? cell + space : space + cell
      }
      return "| \(padded.joined(separator: " | ")) |"
    }
    let rule = widths.enumerated().map { column, width in
      column == 0 ? String(repeating: "-", count: width) : String(repeating: "-", count: width - 1) + ":"
    }
    return ([line(cells[0]), line(rule)] + cells.dropFirst().map(line)).joined(separator: "\n")
  }

  /// The report page as Markdown.
  func page(date: Timestamp, stopwatch: Stopwatch) -> String {
    let libraries = ProgramLibraries.line
    return """
      # Performance on \(Self.model)

      Written by `make bench`; do not edit. Measured \(date.rfc3339.prefix(10)) on \(Processors.count) processors with \(Self.compiler), \(libraries).

      All figures come from one run on one machine. Rates depend on the machine. The ratio to the primitive that an
      operation is built on depends on it less, because both are measured in the same round: a ratio of 1.00 means that
      parsing, checking and deciding cost nothing beside the primitive. Measurements of a group are interleaved,
      \(stopwatch.rounds) rounds of about \(Int(stopwatch.roundSeconds * 1000)) ms each. Every figure is a median: of the rates, or of the ratios within a round. If an
      operation waits for nothing, time is the processor time of its thread; otherwise it is elapsed time.

      \(sections.map { "## \($0.text)" }.joined(separator: "\n\n"))

      """
  }

  private static func cells(_ row: MeasuredRow) -> [String] {
    [
      row.name, rate(row.rate), row.ratio.map(ratio) ?? "", row.target.map(target) ?? "",
      row.isMet.map { $0 ? "yes" : "no" } ?? "",
    ]
  }

  private static func target(_ target: Measurement.Target) -> String {
    switch target {
    case .ratio(let least): "\u{2265} \(ratio(least))"
    case .rate(let least): "\u{2265} \(rate(least))/s"
    }
  }

  private static func ratio(_ value: Double) -> String {
    let hundredths = Int((value * 100).rounded(.down))
    let rest = hundredths % 100
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
  }

  /// A number with three significant digits, in groups of three.
  private static func rate(_ value: Double) -> String {
    var unit = 1.0
    while value / unit >= 1000 { unit *= 10 }
    let rounded = Int((value / unit).rounded() * unit)
    guard value >= 10 else { return "\((value * 10).rounded() / 10)" }
    var text = ""
    for (place, digit) in String(rounded).reversed().enumerated() {
      if place > 0, place.isMultiple(of: 3) { text.append(",") }
      text.append(digit)
    }
    return String(text.reversed())
  }

  /// The model of the processors, which names the page.
  private static var model: String {
    let description = ((try? TextFile.read("/proc/cpuinfo")) ?? nil).map {
      String(decoding: $0, as: UTF8.self)
    }
    let line = description?.split(separator: "\n").first { $0.hasPrefix("model name") }
    return line?.split(separator: ":").last.map { String($0.drop { $0 == " " }) } ?? "unknown processor"
  }

  private static var compiler: String {
    #if compiler(>=6.5)
      "Swift 6.5 or later"
    #elseif compiler(>=6.4)
      "Swift 6.4"
    #elseif compiler(>=6.3)
      "Swift 6.3"
    #else
      "Swift 6.2"
    #endif
  }
}
