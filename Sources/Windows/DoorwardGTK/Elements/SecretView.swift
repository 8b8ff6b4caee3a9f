#if os(Linux)
  internal import DoorwardFlow
  internal import DoorwardGTKWidgets

  /// A key for users who cannot scan a code, with a button that copies it.
  @MainActor final class SecretView: ElementView {
    private let box = Box(.column, spacing: 6)
    private let label = Label(overflow: .wrap(characters: 40))
    private let key = Label(overflow: .wrap(characters: 30))
    private let hint = Label(overflow: .wrap(characters: 44))
    private let copy: StepButton
    var widget: Widget { box }

    init(_ input: ScreenInput) {
      copy = StepButton(.compact, input)
      label.addStyle("doorward-label")
      label.alignToStart()
      key.addStyle("doorward-secret")
      key.makeSelectable()
      key.keepLeftToRight()
      key.expand(vertically: false)
      hint.addStyle("caption")
      hint.addStyle("dim-label")
      hint.alignToStart()
      let line = Box(.row, spacing: 12)
      copy.widget.align(vertically: .center)
      line.add(key)
      line.add(copy.widget)
      for part in [label, line, hint] { box.add(part) }
    }

    func draw(_ element: ScreenContent.Element) -> Bool {
      guard case .secret(let secret) = element else { return false }
      label.text = secret.label
      key.text = secret.groups.joined(separator: " ")
      if key.accessibleLabel != "\(secret.label): \(key.text)" {
        key.accessibleLabel = "\(secret.label): \(key.text)"
      }
      hint.text = secret.hint ?? ""
      hint.isVisible = secret.hint != nil
      copy.draw(secret.copy)
      return true
    }
  }
#endif
