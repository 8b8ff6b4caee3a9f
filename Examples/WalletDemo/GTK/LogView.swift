#if os(Linux)
  import DoorwardGTKWidgets

  /// The log of operations and their results, newest first.
  @MainActor final class LogView {
    let content = Box(.column, spacing: 8)
    private let entries = Box(.column, spacing: 12)
    private var shown: [LogEntry]?

    init(_ model: DemoModel) {
      content.setMargin(16)
      content.expand()
      let header = Box(.row, spacing: 8)
      let title = Label("Log")
      title.addStyle("heading")
      title.alignToStart()
      title.expand(vertically: false)
      let clear = Button("Clear")
      clear.onPress = { model.clearLog() }
      header.add(title)
      header.add(clear)
      content.add(header)
      content.add(ScrollView(entries))
    }

    func show(_ log: [LogEntry]) {
      guard shown != log else { return }
      shown = log
      entries.removeAll()
      if log.isEmpty {
        let empty = Label(
          "This log shows the operations and their results.", overflow: .wrap(characters: 40))
        empty.addStyle("dim-label")
        empty.setMargin(24)
        entries.add(empty)
      }
      for entry in log { entries.add(Self.row(entry)) }
    }

    private static func row(_ entry: LogEntry) -> Widget {
      let row = Box(.column, spacing: 2)
      let action = Label(entry.isError ? "✗ \(entry.action)" : "✓ \(entry.action)")
      action.addStyle("heading")
      if entry.isError { action.addStyle("error") }
      action.alignToStart()
      row.add(action)
      for (text, style) in [(entry.parameters, "dim-label"), (entry.output, "monospace")] where !text.isEmpty
      {
        let label = Label(text, overflow: .wrap(characters: 60))
        label.addStyle(style)
        label.makeSelectable()
        row.add(label)
      }
      return row
    }
  }
#endif
