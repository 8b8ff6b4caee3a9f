// https://developer.apple.com/documentation/corefoundation/cgfloat
@frozen
public struct CGFloat: Sendable, Hashable, Comparable, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral
{
  // https://developer.apple.com/documentation/corefoundation/cgfloat/init(_:)
  public init(_ value: Double) {}
  // https://developer.apple.com/documentation/corefoundation/cgfloat/init(_:)
  public init(_ value: Int) {}
  // https://developer.apple.com/documentation/corefoundation/cgfloat/infinity
  public static var infinity: CGFloat { fatalError() }
  // https://developer.apple.com/documentation/corefoundation/cgfloat/init(integerliteral:)
  public init(integerLiteral value: Int) {}
  // https://developer.apple.com/documentation/corefoundation/cgfloat/init(floatliteral:)
  public init(floatLiteral value: Double) {}
  // https://developer.apple.com/documentation/corefoundation/cgfloat/_(_:_:)
  public static func < (lhs: CGFloat, rhs: CGFloat) -> Bool { fatalError() }
}
// https://developer.apple.com/documentation/swift/double
extension Double {
  public init(_ value: CGFloat) { fatalError() }
}

// https://developer.apple.com/documentation/corefoundation/cgsize
public struct CGSize: Equatable, Sendable {
  // https://developer.apple.com/documentation/corefoundation/cgsize/width
  public var width: CGFloat
  // https://developer.apple.com/documentation/corefoundation/cgsize/height
  public var height: CGFloat
  // https://developer.apple.com/documentation/corefoundation/cgsize/init(width:height:)
  public init(width: Double, height: Double) { fatalError() }
}

// https://developer.apple.com/documentation/corefoundation/cgrect
public struct CGRect: Equatable, Sendable {
  // https://developer.apple.com/documentation/corefoundation/cgrect/zero
  public static var zero: CGRect { fatalError() }
  // https://developer.apple.com/documentation/corefoundation/cgrect/init(x:y:width:height:)
  public init(x: Int, y: Int, width: Int, height: Int) {}
  // https://developer.apple.com/documentation/corefoundation/cgrect/init(x:y:width:height:)
  public init(x: Double, y: Double, width: Double, height: Double) {}
  // https://developer.apple.com/documentation/corefoundation/cgrect/width
  public var width: CGFloat { fatalError() }
  // https://developer.apple.com/documentation/corefoundation/cgrect/height
  public var height: CGFloat { fatalError() }
  // https://developer.apple.com/documentation/corefoundation/cgrect/minx
  public var minX: CGFloat { fatalError() }
  // https://developer.apple.com/documentation/corefoundation/cgrect/miny
  public var minY: CGFloat { fatalError() }
}
