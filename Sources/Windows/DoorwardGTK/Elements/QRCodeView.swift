#if os(Linux)
  internal import DoorwardFlow
  internal import DoorwardGTKWidgets

  /// A QR code, in black on white in every theme.
  @MainActor final class QRCodeView: ElementView {
    private let box = Box(.row)
    private let drawing = SquareDrawing(size: 212)
    var widget: Widget { box }

    init() {
      box.addStyle("doorward-qr")
      box.align(horizontally: .center)
      box.add(drawing)
    }

    func draw(_ element: ScreenContent.Element) -> Bool {
      guard case .qrCode(let code) = element else { return false }
      drawing.accessibleLabel = code.label
      // Without the squares the view shows the key, which the user can type.
      let squares = QRCodeSquares(svg: code.svg)
      box.isVisible = squares != nil
      if let squares {
        drawing.side = squares.side
        drawing.rectangles = squares.dark
      }
      return true
    }
  }
#endif
