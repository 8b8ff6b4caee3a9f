#if os(Linux)
  internal import CDoorwardWebKitGTK

  /// Owns one reference to a GLib object and releases it on deinitialization.
  @MainActor final class ObjectReference {
    let pointer: UnsafeMutableRawPointer

    /// Takes ownership of the caller's reference.
    init(owning pointer: UnsafeMutableRawPointer) {
      self.pointer = pointer
    }

    /// Takes ownership of a new widget's floating reference, or adds a reference to a window, which GTK owns.
    init(sinking pointer: UnsafeMutableRawPointer) {
      g_object_ref_sink(pointer)
      self.pointer = pointer
    }

    isolated deinit {
      g_object_unref(pointer)
    }

    /// The pointer for C functions whose type is not defined in a header.
    var opaque: OpaquePointer { OpaquePointer(pointer) }
  }
#endif
