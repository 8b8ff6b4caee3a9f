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

  /// The dark squares of a QR code that the server has made.
  ///
  /// The server writes one path, whose unit is a square, with a rectangle for each run of dark squares in a row:
  /// `M4 4h7v1h-7z`. Nothing else of SVG is read.
  struct QRCodeSquares: Equatable {
    /// The squares of a side, with the light border.
    let side: Int
    let dark: [SquareDrawing.Rectangle]

    /// Reads an image; nil if it has another form.
    init?(svg: String) {
      guard let box = Self.attribute("viewBox", of: svg)?.split(separator: " "), box.count == 4,
        let side = Int(box[2]), box[3] == box[2], (21...200).contains(side),
        let path = Self.attribute("d", of: svg)
      else { return nil }
      self.side = side
      var dark: [SquareDrawing.Rectangle] = []
      for run in path.split(separator: "z") {
        guard let rectangle = Self.rectangle(run), rectangle.x + rectangle.width <= side, rectangle.y < side
        else {
          return nil
        }
        dark.append(rectangle)
      }
      guard !dark.isEmpty else { return nil }
      self.dark = dark
    }

    /// The value of the first attribute of a name.
    private static func attribute(_ name: String, of svg: String) -> Substring? {
      guard let start = svg.firstRange(of: " \(name)=\"")?.upperBound else { return nil }
      return svg[start...].prefix { $0 != "\"" }
    }

    private static func rectangle(_ run: Substring) -> SquareDrawing.Rectangle? {
      guard let parts = run.wholeMatch(of: /M(\d{1,3}) (\d{1,3})h(\d{1,3})v1h-(\d{1,3})/)?.output,
        parts.3 == parts.4,
        let x = Int(parts.1), let y = Int(parts.2), let width = Int(parts.3)
      else { return nil }
      return SquareDrawing.Rectangle(x: x, y: y, width: width, height: 1)
    }
  }
#endif
