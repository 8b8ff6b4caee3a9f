#if os(Linux)
  internal import CDoorwardWebKitGTK

  /// What the system opens for the person, in whatever program it has for that.
  @MainActor public enum SystemLink {
    /// Opens an address with the program that is set for its scheme. Nothing happens when there is none.
    public static func open(_ address: String) {
      g_app_info_launch_default_for_uri_async(address, nil, nil, nil, nil)
    }
  }
#endif
