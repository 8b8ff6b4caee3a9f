internal import CDoorwardQREncode
import Encodings

/// A QR code (ISO/IEC 18004): a square of dark and light modules, made by libqrencode.
///
/// ``svg`` draws it on a page, and ``terminalText(colored:)`` in a terminal.
package struct QRCode: Sendable, Equatable, CustomStringConvertible, CustomReflectable {
  /// The light modules that surround the code (ISO/IEC 18004 §6.3.8).
  package static let quietZone = 4
  /// The longest text in bytes of UTF-8. Its code has 121 modules, which a camera still reads from a screen.
  package static let maximumBytes = 1024

  /// The number of modules of a side, without the quiet zone: 21, 25, … 121.
  package let width: Int
  private let modules: [Bool]

  /// Encodes a text. The code stays readable with 15 percent of it hidden (level M).
  ///
  /// - Parameter text: the text; between 1 and ``maximumBytes`` bytes of UTF-8.
  /// - Throws: ``QRCodeError``.
  package init(_ text: String) throws(QRCodeError) {
    let bytes = Array(text.utf8)
    guard !bytes.isEmpty else { throw QRCodeError(.empty, "A QR code needs a text.") }
    guard bytes.count <= Self.maximumBytes else {
      throw QRCodeError(
        .tooLong, "The text is too long for a QR code. Use at most \(Self.maximumBytes) bytes.")
    }
    // Version 0 is the smallest that fits.
    guard let code = QRcode_encodeData(Int32(bytes.count), bytes, 0, QR_ECLEVEL_M) else {
      throw QRCodeError(.libraryFailure, "libqrencode could not make the QR code.")
    }
    defer { QRcode_free(code) }
    width = Int(code.pointee.width)
    // The lowest bit is the color. The others say what the module is for.
    modules = UnsafeBufferPointer(start: code.pointee.data, count: width * width).map { $0 & 1 == 1 }
  }

  /// Whether a module is dark. Modules outside of the code are light.
  package subscript(row: Int, column: Int) -> Bool {
    guard (0..<width).contains(row), (0..<width).contains(column) else { return false }
    return modules[row * width + column]
  }

  /// Hides the modules, because the text may be a secret.
  package var description: String { "QRCode" }
  package var customMirror: Mirror { Mirror(self, children: []) }
}

extension QRCode {
  /// The number of modules of a side with the quiet zone: the width and height of the view box.
  package var side: Int { width + 2 * Self.quietZone }

  /// The dark modules as the data of an SVG path, one rectangle for each run of modules in a row. Its unit is a module.
  package var path: String {
    var path = ""
    for row in 0..<width {
      var column = 0
      while column < width {
        let start = column
        while self[row, column] { column += 1 }
        let length = column - start
        if length > 0 {
          path += "M\(start + Self.quietZone) \(row + Self.quietZone)h\(length)v1h-\(length)z"
        }
        column += 1
      }
    }
    return path
  }

  /// An SVG document for a page with a strict content security policy: no style, no script, no reference.
  ///
  /// The light background is part of it, because cameras do not read a code on the background of a dark page. The
  /// document has no size of its own.
  package var svg: String {
    """
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(side) \(side)" shape-rendering="crispEdges">\
    <rect width="\(side)" height="\(side)" fill="#fff"/><path fill="#000" d="\(path)"/></svg>
    """
  }
}

extension QRCode {
  /// The code in half blocks, two rows of modules in each line of text.
  ///
  /// - Parameter colored: whether escape sequences set black on white. Without them the blocks are the light modules,
  ///   which is right only if the terminal shows light text on a dark background.
  /// - Returns: the lines, each ended by a line feed.
  package func terminalText(colored: Bool) -> String {
    let (first, last) = (-Self.quietZone, width + Self.quietZone)
    var text = ""
    for row in stride(from: first, to: last, by: 2) {
      if colored { text += "\u{1B}[38;5;231;48;5;16m" }
      for column in first..<last {
        // The side is odd, so the last line has one row only. The row below it is not part of the code.
        let isLower = row + 1 < last && !self[row + 1, column]
        switch (!self[row, column], isLower) {
        case (true, true): text += "█"
        case (true, false): text += "▀"
        case (false, true): text += "▄"
        case (false, false): text += " "
        }
      }
      text += colored ? "\u{1B}[0m\n" : "\n"
    }
    return text
  }
}

/// The reason why a text has no QR code. It never contains the text.
package struct QRCodeError: CodedError {
  /// A stable name for the kind of error; the set is open.
  package struct Code: RawRepresentable, Hashable, Sendable {
    package let rawValue: String

    package init(rawValue: String) { self.rawValue = rawValue }

    /// The text is empty.
    package static let empty = Code(rawValue: "qr_code_empty")
    /// The text is longer than a camera reads reliably from a screen.
    package static let tooLong = Code(rawValue: "qr_code_too_long")
    /// The library failed, for example because memory is exhausted.
    package static let libraryFailure = Code(rawValue: "library_failure")
  }

  package let code: Code
  package let reason: String

  package init(_ code: Code, _ reason: String) {
    self.code = code
    self.reason = reason
  }
}
