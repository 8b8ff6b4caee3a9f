#if os(Linux)
  internal import DoorwardFlow
  internal import DoorwardGTKWidgets

  /// A progress whose end is not known.
  @MainActor final class ProgressView: ElementView {
    private let box: Box
    private let spinner = Spinner()
    private let label = Label(overflow: .wrap(characters: 40))
    var widget: Widget { box }

    init(_ place: ElementPlace) {
      box = Box(place == .card ? .row : .column, spacing: place == .card ? 10 : 18)
      let size = place == .card ? 16 : 32
      spinner.setMinimumSize(width: size, height: size)
      spinner.align(horizontally: .center)
      label.addStyle("dim-label")
      if place == .card {
        box.addStyle("doorward-row")
        label.alignToStart()
      } else {
        box.setMargins(top: 24, bottom: 24)
      }
      box.add(spinner)
      box.add(label)
    }

    func draw(_ element: ScreenContent.Element) -> Bool {
      guard case .progress(let progress) = element else { return false }
      spinner.isSpinning = true
      if spinner.accessibleLabel != progress.label { spinner.accessibleLabel = progress.label }
      label.text = progress.label
      return true
    }
  }
#endif
