#if os(Linux)
  internal import CDoorwardWebKitGTK
  internal import DoorwardGTKWidgets

  /// The persistent data of pages: cookies, databases and caches. Views with the same storage share data; views
  /// with different storages share nothing.
  ///
  /// Only one storage may use a directory at a time.
  @MainActor public final class WebStorage {
    let context: ObjectReference
    let session: ObjectReference

    /// Creates a storage in memory.
    public convenience init() {
      self.init(session: webkit_network_session_new_ephemeral())
    }

    /// Creates a storage in a directory. A missing directory is created.
    public convenience init(directory: String) {
      // Other users of the machine get no access.
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
      Signal.connect(self.session.pointer, "download-started", to: function, with: Action {})
    }
  }

  private func downloadStarted(
    _ session: UnsafeMutableRawPointer?, _ download: OpaquePointer?, _ data: UnsafeMutableRawPointer?
  ) {
    webkit_download_cancel(download)
  }
#endif
