#if os(Linux)
  import DoorwardGTKWidgets
  import DoorwardQRCodes
  import XCTest

  @testable import DoorwardGTK

  /// The dark squares of the server's QR codes.
  final class QRCodeSquaresTests: XCTestCase {
    func testSquaresAreThoseOfTheCode() throws {
      let code = try QRCode("otpauth://totp/Notes:ada?secret=JBSWY3DPEHPK3PXP&issuer=Notes")
      let squares = try XCTUnwrap(QRCodeSquares(svg: code.svg))
      XCTAssertEqual(squares.side, code.side)
      var dark: Set<[Int]> = []
      for run in squares.dark {
        for x in run.x..<(run.x + run.width) {
          dark.insert([x - QRCode.quietZone, run.y - QRCode.quietZone])
        }
      }
      for row in 0..<code.width {
        for column in 0..<code.width {
          XCTAssertEqual(dark.contains([column, row]), code[row, column], "\(column) \(row)")
        }
      }
    }

    func testOtherImagesAreNotDrawn() {
      for svg in [
        "", #"<svg xmlns="http://www.w3.org/2000/svg"/>"#,
        #"<svg viewBox="0 0 41 40"><path d="M4 4h7v1h-7z"/></svg>"#,
        #"<svg viewBox="0 0 41 41"><path d="M4 4h7v1h-6z"/></svg>"#,
        #"<svg viewBox="0 0 41 41"><path d="M40 4h7v1h-7z"/></svg>"#,
        #"<svg viewBox="0 0 41 41"><path d="M4 4l7 7z"/></svg>"#,
      ] {
        XCTAssertNil(QRCodeSquares(svg: svg), svg)
      }
    }
  }
#endif
