// https://developer.apple.com/documentation/corefoundation/cgfloat
@frozen
public struct CGFloat: Sendable, Hashable, Comparable, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral
{
  // https://developer.apple.com/documentation/corefoundation/cgfloat/init(integerliteral:)
  public init(integerLiteral value: Int) {}
  // https://developer.apple.com/documentation/corefoundation/cgfloat/init(floatliteral:)
  public init(floatLiteral value: Double) {}
  // https://developer.apple.com/documentation/corefoundation/cgfloat/_(_:_:)
  public static func < (lhs: CGFloat, rhs: CGFloat) -> Bool { fatalError() }
}

// https://developer.apple.com/documentation/corefoundation/cgrect
public struct CGRect: Equatable, Sendable {
  // https://developer.apple.com/documentation/corefoundation/cgrect/zero
  public static var zero: CGRect { fatalError() }
  // https://developer.apple.com/documentation/corefoundation/cgrect
  public init(x: Int, y: Int, width: Int, height: Int) {}
}
