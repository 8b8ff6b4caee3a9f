internal import CWebKitGTK

/// What the system opens for the person, in whatever program it has for that.
@MainActor public enum SystemLink {
  /// Opens an address with the program that is set for its scheme. Nothing happens when there is none.
  public static func open(_ address: String) {
    gtk_show_uri(nil, address, guint32(GDK_CURRENT_TIME))
  }
}
