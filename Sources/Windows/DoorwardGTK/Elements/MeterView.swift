#if os(Linux)
  internal import DoorwardFlow
  internal import DoorwardGTKWidgets

  /// The bar of a new password: a part for each point of the score. The sentence below the field says the same to screen readers.
  @MainActor final class MeterView {
    let widget = Box(.row, spacing: 4)
    private let parts = (0..<PasswordMeter.highestScore).map { _ in Box(.row) }

    init() {
      for part in parts {
        part.addStyle("doorward-meter")
        part.expand(vertically: false)
        widget.add(part)
      }
      widget.isVisible = false
    }

    /// Draws a bar; nil for none.
    func draw(_ meter: PasswordMeter?) {
      widget.isVisible = meter != nil
      for (place, part) in parts.enumerated() {
        part.setStyle("doorward-filled", place < meter?.score ?? 0)
        part.setStyle("doorward-fine", meter?.isFine == true)
      }
    }
  }
#endif
