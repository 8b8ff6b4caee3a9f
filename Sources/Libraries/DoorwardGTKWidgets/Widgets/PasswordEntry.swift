#if os(Linux)
  internal import CDoorwardGTK

  /// A field for a password, with a button that shows it. GTK keeps the text in memory that is not swapped to disk.
  @MainActor public final class PasswordEntry: TextField {
    public init() {
      super.init(gtk_password_entry_new())
      gtk_password_entry_set_show_peek_icon(reference.opaque, 1)
    }
  }
#endif
