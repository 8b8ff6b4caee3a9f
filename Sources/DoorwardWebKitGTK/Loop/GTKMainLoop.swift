#if os(Linux)
  internal import CDoorwardWebKitGTK
  internal import Glibc

  /// GTK's main loop with Swift's main actor on it.
  ///
  /// On Linux the main actor runs where libdispatch's main queue is drained. GTK has a loop of its own, so the
  /// queue is drained from that one: libdispatch says on an event descriptor that there is work, and GLib watches
  /// the descriptor. Tasks, `Task.sleep` and `DispatchQueue.main` work; `RunLoop.main` and `Timer` do not.
  ///
  /// `main` has to be synchronous: an asynchronous one hands the thread to libdispatch and never gives it back.
  @MainActor public enum GTKMainLoop {
    private static var isAttached = false
    private static var hasDisplay: Bool?

    /// Drains the main queue from GLib's default context. Once is enough; more is harmless.
    public static func attach() {
      guard !isAttached else { return }
      isAttached = true
      _ = g_unix_fd_add(
        _dispatch_get_main_queue_handle_4CF(), G_IO_IN, drainMainQueue, nil)
      // What was put on the queue before it had a descriptor.
      _dispatch_main_queue_callback_4CF(nil)
    }

    /// Whether there is a display to show windows on. Asks GTK to open it the first time.
    public static func open() -> Bool {
      if let hasDisplay { return hasDisplay }
      attach()
      let opened = gtk_init_check() != 0
      hasDisplay = opened
      return opened
    }

    /// Runs the loop until `isOver`; for a program's `main`, and for tests.
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
