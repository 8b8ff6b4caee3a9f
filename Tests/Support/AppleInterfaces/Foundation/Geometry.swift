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
