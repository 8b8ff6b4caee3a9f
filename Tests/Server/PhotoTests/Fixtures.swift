import Foundation

/// An image of the folder `Images`. The program `make-images` made them with Pillow and libheif.
func image(_ name: String) throws -> [UInt8] {
  let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Images")
  return Array(try Data(contentsOf: folder.appendingPathComponent(name)))
}

/// A color, and comparison with the loss of JPEG.
struct Color: Equatable, CustomStringConvertible {
  var red: Int
  var green: Int
  var blue: Int

  init(_ red: Int, _ green: Int, _ blue: Int) { (self.red, self.green, self.blue) = (red, green, blue) }

  // The colors of `make-images`.
  static let red = Color(220, 30, 30)
  static let green = Color(30, 180, 30)
  static let blue = Color(30, 30, 220)
  static let yellow = Color(230, 220, 30)
  static let white = Color(255, 255, 255)
  static let black = Color(0, 0, 0)

  func isNear(_ other: Color, tolerance: Int = 6) -> Bool {
    abs(red - other.red) <= tolerance && abs(green - other.green) <= tolerance
      && abs(blue - other.blue) <= tolerance
  }

  var description: String { "(\(red), \(green), \(blue))" }
}
