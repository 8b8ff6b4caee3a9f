#if os(Linux)
  internal import CDoorwardGTK

  /// A horizontal line.
  @MainActor public final class Separator: Widget {
    public init() {
      super.init(gtk_separator_new(GTK_ORIENTATION_HORIZONTAL))
    }
  }
#endif
