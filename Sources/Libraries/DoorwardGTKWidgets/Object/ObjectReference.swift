#if os(Linux)
  internal import CDoorwardGTK

  /// Owns one reference to a GLib object and releases it on deinitialization.
  @MainActor package final class ObjectReference {
    package let pointer: UnsafeMutableRawPointer

    /// Takes ownership of the caller's reference.
    package init(owning pointer: UnsafeMutableRawPointer) {
      self.pointer = pointer
    }

    /// Takes ownership of a new widget's floating reference, or adds a reference to a window, which GTK owns.
    package init(sinking pointer: UnsafeMutableRawPointer) {
      g_object_ref_sink(pointer)
      self.pointer = pointer
    }

    isolated deinit {
      g_object_unref(pointer)
    }

    /// The pointer for C functions whose type is not defined in a header.
    package var opaque: OpaquePointer { OpaquePointer(pointer) }
  }

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
