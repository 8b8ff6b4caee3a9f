#if os(Linux)
  internal import DoorwardFlow
  internal import DoorwardGTKWidgets

  /// The header of a window: the buttons for back and close.
  @MainActor final class ScreenHeader {
    let bar = HeaderBar()
    private let isHiddenWhenEmpty: Bool
    private var back: StepButton?
    private var close: StepButton?

    /// Makes a header. A dialog without these buttons has none.
    init(_ layout: ScreenLayout) {
      isHiddenWhenEmpty = layout.fitsHeight
      // The view below has the title.
      bar.setTitle(Box(.row))
    }

    func draw(_ content: ScreenContent, _ input: ScreenInput) {
      if back == nil { back = add("go-previous-symbolic", input, bar.addToStart) }
      if close == nil { close = add("window-close-symbolic", input, bar.addToEnd) }
      draw(content.back, in: back, input)
      draw(content.close, in: close, input)
      bar.isVisible = !isHiddenWhenEmpty || content.back != nil || content.close != nil
      bar.setDirection(isRightToLeft: content.isRightToLeft)
    }

    private func add(_ icon: String, _ input: ScreenInput, _ add: (Widget) -> Void) -> StepButton {
      let button = StepButton(.icon(icon), input)
      add(button.widget)
      return button
    }

    private func draw(_ button: ScreenContent.Button?, in shown: StepButton?, _ input: ScreenInput) {
      shown?.widget.isVisible = button != nil
      shown?.input = input
      if let button { shown?.draw(button) }
    }
  }
#endif
