#if !os(Linux)
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
#endif
