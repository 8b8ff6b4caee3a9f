#if os(Linux)
  internal import DoorwardFlow
  internal import DoorwardGTKWidgets

  /// A line between two groups of controls, with a word in it.
  @MainActor final class DividerView: ElementView {
    private let box = Box(.row, spacing: 12)
    private let word = Label()
    var widget: Widget { box }

    init() {
      word.addStyle("caption")
      word.addStyle("dim-label")
      box.add(line())
      box.add(word)
      box.add(line())
    }

    func draw(_ element: ScreenContent.Element) -> Bool {
      guard case .divider(let text) = element else { return false }
      word.text = text ?? ""
      word.isVisible = text != nil
      return true
    }

    private func line() -> Separator {
      let line = Separator()
      line.expand(vertically: false)
      line.align(vertically: .center)
      return line
    }
  }
#endif
