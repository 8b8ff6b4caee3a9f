internal import CDoorwardQREncode

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
