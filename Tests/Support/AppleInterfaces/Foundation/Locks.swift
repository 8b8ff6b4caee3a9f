// https://developer.apple.com/documentation/foundation/nslocking
public protocol NSLocking {
  // https://developer.apple.com/documentation/foundation/nslocking/lock()
  func lock()
  // https://developer.apple.com/documentation/foundation/nslocking/unlock()
  func unlock()
}

// https://developer.apple.com/documentation/foundation/nslocking/withlock(_:)
extension NSLocking {
  public func withLock<R>(_ body: () throws -> R) rethrows -> R { fatalError() }
}

// https://developer.apple.com/documentation/foundation/nslock
open class NSLock: NSObject, NSLocking, @unchecked Sendable {
  // https://developer.apple.com/documentation/foundation/nslocking/lock()
  open func lock() {}
  // https://developer.apple.com/documentation/foundation/nslocking/unlock()
  open func unlock() {}
}
