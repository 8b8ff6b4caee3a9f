#if os(Linux)
  internal import CDoorwardWebKitGTK

  /// What pages keep: cookies, databases, caches. Views of one storage share it; views of two share nothing.
  ///
  /// A directory belongs to one storage at a time.
  @MainActor public final class WebStorage {
    let context: ObjectReference
    let session: ObjectReference

    /// A storage that is forgotten with it.
    public convenience init() {
      self.init(session: webkit_network_session_new_ephemeral())
    }

    /// A storage in a directory, which is made when there is none.
    public convenience init(directory: String) {
      // Others on the machine have no business with it.
      g_mkdir_with_parents(directory, 0o700)
      self.init(session: webkit_network_session_new("\(directory)/data", "\(directory)/cache"))
      webkit_cookie_manager_set_persistent_storage(
        webkit_network_session_get_cookie_manager(session.opaque), "\(directory)/cookies.sqlite",
        WEBKIT_COOKIE_PERSISTENT_STORAGE_SQLITE)
    }

    private init(session: OpaquePointer) {
      context = ObjectReference(owning: UnsafeMutableRawPointer(webkit_web_context_new()))
      self.session = ObjectReference(owning: UnsafeMutableRawPointer(session))
      webkit_network_session_set_tls_errors_policy(session, WEBKIT_TLS_ERRORS_POLICY_FAIL)
      let function:
        @convention(c) (UnsafeMutableRawPointer?, OpaquePointer?, UnsafeMutableRawPointer?) -> Void =
          downloadStarted
      Signal.connect(self.session.pointer, "download-started", function, Action {})
    }
  }

  private func downloadStarted(
    _ session: UnsafeMutableRawPointer?, _ download: OpaquePointer?, _ data: UnsafeMutableRawPointer?
  ) {
    webkit_download_cancel(download)
  }
#endif
