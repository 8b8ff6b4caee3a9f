#if os(Linux)
  internal import CDoorwardWebKitGTK

  /// Holds one reference to an object of GLib's, and gives it back.
  @MainActor final class ObjectReference {
    let pointer: UnsafeMutableRawPointer

    /// Takes over a reference that the caller has.
    init(owning pointer: UnsafeMutableRawPointer) {
      self.pointer = pointer
    }

    /// Takes a reference to a new widget, which has a floating one, or to a window, which GTK holds.
    init(sinking pointer: UnsafeMutableRawPointer) {
      g_object_ref_sink(pointer)
      self.pointer = pointer
    }

    isolated deinit {
      g_object_unref(pointer)
    }

    /// As the C functions want it whose type has no definition in a header.
    var opaque: OpaquePointer { OpaquePointer(pointer) }
  }
#endif
