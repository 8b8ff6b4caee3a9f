/// The square part of a photo that the user chooses by moving and enlarging it in a square window.
struct PhotoCrop: Hashable, Sendable {
  /// The pixels of the photo.
  let width: Int
  let height: Int
  /// The factor by which the photo is larger than in the smallest size that fills the window.
  private(set) var zoom = 1.0
  /// The middle of the window in pixels of the photo.
  private(set) var x: Double
  private(set) var y: Double

  static let zooms = 1.0...4.0

  /// Makes a crop of the middle.
  init(width: Int, height: Int) {
    self.width = width
    self.height = height
    x = Double(width) / 2
    y = Double(height) / 2
  }

  /// The pixels of a side of the square.
  var side: Double { Double(min(width, height)) / zoom }

  /// Enlarges the photo. Its middle stays in the middle.
  mutating func enlarge(to zoom: Double) {
    self.zoom = min(max(zoom, Self.zooms.lowerBound), Self.zooms.upperBound)
    keepInside()
  }

  /// Moves the photo.
  ///
  /// - Parameters:
  ///   - dx: The way to the right, in sides of the window.
  ///   - dy: The way down, in sides of the window.
  mutating func move(dx: Double, dy: Double) {
    x -= dx * side
    y -= dy * side
    keepInside()
  }

  /// The square in whole pixels, inside of the photo.
  var square: (x: Int, y: Int, side: Int) {
    let side = max(1, Int(side.rounded(.down)))
    return (
      min(max(0, Int((x - Double(side) / 2).rounded())), width - side),
      min(max(0, Int((y - Double(side) / 2).rounded())), height - side), side
    )
  }

  private mutating func keepInside() {
    let half = side / 2
    x = min(max(x, half), Double(width) - half)
    y = min(max(y, half), Double(height) - half)
  }
}
