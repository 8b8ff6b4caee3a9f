@_exported public import Foundation

// https://developer.apple.com/documentation/coregraphics/cgimage
public final class CGImage: @unchecked Sendable {
  // https://developer.apple.com/documentation/coregraphics/cgimage/width
  public let width: Int
  // https://developer.apple.com/documentation/coregraphics/cgimage/height
  public let height: Int
  /// Stand-in: the part of the picture.
  package let name: String

  package init(width: Int, height: Int, name: String) {
    self.width = width
    self.height = height
    self.name = name
  }

  // https://developer.apple.com/documentation/coregraphics/cgimage/cropping(to:)
  public func cropping(to rect: CGRect) -> CGImage? {
    #if os(Linux)
      let part = CGRect(x: 0, y: 0, width: width, height: height).intersection(rect)
      guard !part.isEmpty else { return nil }
      return CGImage(
        width: Int(part.width), height: Int(part.height),
        name: "\(name) at \(Int(part.minX)),\(Int(part.minY))")
    #else
      fatalError()
    #endif
  }
}

// https://developer.apple.com/documentation/corefoundation/cgaffinetransform
public struct CGAffineTransform: Equatable, Sendable {
  // https://developer.apple.com/documentation/corefoundation/cgaffinetransform/identity
  public static let identity = CGAffineTransform()
}
