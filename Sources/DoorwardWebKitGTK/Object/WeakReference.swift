#if os(Linux)
  /// What a signal's function finds its Swift object by, without keeping it alive.
  @MainActor final class WeakReference<Target: AnyObject> {
    private weak var object: Target?

    init(_ object: Target) {
      self.object = object
    }

    /// The object that the data of a connection refers to, while there is one.
    static func target(of data: UnsafeMutableRawPointer?) -> Target? {
      data.flatMap { Unmanaged<WeakReference<Target>>.fromOpaque($0).takeUnretainedValue().object }
    }
  }
#endif
