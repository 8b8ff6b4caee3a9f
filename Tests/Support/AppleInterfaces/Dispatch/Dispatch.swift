@_exported public import ObjectiveC

// https://developer.apple.com/documentation/dispatch/dispatchqueue
open class DispatchQueue: NSObject, @unchecked Sendable {
  // https://developer.apple.com/documentation/dispatch/dispatchqueue/init(label:qos:attributes:autoreleasefrequency:target:)
  public convenience init(
    label: String, qos: DispatchQoS = .unspecified, attributes: DispatchQueue.Attributes = [],
    autoreleaseFrequency: DispatchQueue.AutoreleaseFrequency = .inherit, target: DispatchQueue? = nil
  ) { fatalError() }
  // https://developer.apple.com/documentation/dispatch/dispatchqueue/main
  public class var main: DispatchQueue { fatalError() }
  // https://developer.apple.com/documentation/dispatch/dispatchqueue/async(group:qos:flags:execute:)
  public func async(
    group: DispatchGroup? = nil, qos: DispatchQoS = .unspecified, flags: DispatchWorkItemFlags = [],
    execute work: @escaping @Sendable @convention(block) () -> Void
  ) {}

  // https://developer.apple.com/documentation/dispatch/dispatchqueue/attributes
  public struct Attributes: OptionSet, Sendable {
    public let rawValue: UInt64
    public init(rawValue: UInt64) { self.rawValue = rawValue }
    // https://developer.apple.com/documentation/dispatch/dispatchqueue/attributes/concurrent
    public static let concurrent = DispatchQueue.Attributes(rawValue: 1 << 1)
  }

  // https://developer.apple.com/documentation/dispatch/dispatchqueue/autoreleasefrequency
  public enum AutoreleaseFrequency: Sendable { case inherit, workItem, never }
}

// https://developer.apple.com/documentation/dispatch/dispatchqos
public struct DispatchQoS: Equatable, Sendable {
  // https://developer.apple.com/documentation/dispatch/dispatchqos/unspecified
  public static let unspecified = DispatchQoS()
}

// https://developer.apple.com/documentation/dispatch/dispatchgroup
open class DispatchGroup: NSObject, @unchecked Sendable {}

// https://developer.apple.com/documentation/dispatch/dispatchworkitemflags
public struct DispatchWorkItemFlags: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
}

// https://developer.apple.com/documentation/dispatch/dispatchsemaphore
open class DispatchSemaphore: NSObject, @unchecked Sendable {
  // https://developer.apple.com/documentation/dispatch/dispatchsemaphore/init(value:)
  public init(value: Int) {}
  // https://developer.apple.com/documentation/dispatch/dispatchsemaphore/wait()
  public func wait() {}
  // https://developer.apple.com/documentation/dispatch/dispatchsemaphore/signal()
  @discardableResult public func signal() -> Int { fatalError() }
}
