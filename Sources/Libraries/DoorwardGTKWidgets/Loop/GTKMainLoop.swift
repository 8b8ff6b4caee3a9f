#if os(Linux)
  internal import CDoorwardGTK
  internal import Glibc

  /// GTK's main loop with Swift's main actor attached to it.
  ///
  /// On Linux the main actor runs on libdispatch's main queue. GTK has its own main loop, so this loop also
  /// drains the queue: libdispatch signals pending work on an event descriptor, and GLib watches the
  /// descriptor. Tasks, `Task.sleep` and `DispatchQueue.main` work; `RunLoop.main` and `Timer` do not.
  ///
  /// `main` must be synchronous. An asynchronous `main` gives the thread to libdispatch permanently.
  @MainActor public enum GTKMainLoop {
    private static var isAttached = false
    private static var hasDisplay: Bool?
    /// Whether the app had started GTK before the first window. The app then has chosen the look of its windows.
    private(set) static var isStartedByApp = false

    /// Drains the main queue in GLib's default context. Repeated calls have no effect.
    public static func attach() {
      guard !isAttached else { return }
      isAttached = true
      _ = g_unix_fd_add(
        _dispatch_get_main_queue_handle_4CF(), G_IO_IN, drainMainQueue, nil)
      // Drains the work that was queued before the descriptor existed.
      _dispatch_main_queue_callback_4CF(nil)
    }

    /// Whether windows can be shown. The first call opens the display.
    public static func open() -> Bool {
      if let hasDisplay { return hasDisplay }
      attach()
      isStartedByApp = gtk_is_initialized() != 0
      nameProgram()
      let opened = gtk_init_check() != 0
      hasDisplay = opened
      return opened
    }

    /// Names the program for screen readers and for the list of windows, unless the app has done so.
    private static func nameProgram() {
      guard g_get_prgname() == nil, let path = CommandLine.arguments.first else { return }
      g_set_prgname(path.split(separator: "/").last.map(String.init) ?? path)
    }

    /// Runs the loop until the condition is true, for a program's `main` and for tests.
    public static func run(until isOver: () -> Bool) {
      attach()
      while !isOver() { g_main_context_iteration(nil, 1) }
    }
  }

  private func drainMainQueue(
    _ descriptor: Int32, _ condition: GIOCondition, _ data: UnsafeMutableRawPointer?
  )
    -> gboolean
  {
    var count: UInt64 = 0
    _ = read(descriptor, &count, MemoryLayout<UInt64>.size)
    _dispatch_main_queue_callback_4CF(nil)
    return 1
  }
#endif
