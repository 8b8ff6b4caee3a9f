#if os(Linux)
  /// Gives the function of a signal access to its Swift object without retaining the object.
  @MainActor package final class WeakReference<Target: AnyObject> {
    private weak var object: Target?

    package init(_ object: Target) {
      self.object = object
    }

    /// The object to which the data of a connection refers; nil after it was released.
    package static func target(of data: UnsafeMutableRawPointer?) -> Target? {
      data.flatMap { Unmanaged<WeakReference<Target>>.fromOpaque($0).takeUnretainedValue().object }
    }
  }
#endif
