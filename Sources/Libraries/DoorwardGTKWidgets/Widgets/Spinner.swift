#if os(Linux)
  internal import CDoorwardGTK

  /// An indicator of an operation in progress.
  @MainActor public final class Spinner: Widget {
    public init() {
      super.init(gtk_spinner_new())
    }

    public var isSpinning: Bool {
      get { gtk_spinner_get_spinning(reference.opaque) != 0 }
      set { gtk_spinner_set_spinning(reference.opaque, newValue ? 1 : 0) }
    }
  }
#endif
