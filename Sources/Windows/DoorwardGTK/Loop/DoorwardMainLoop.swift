#if os(Linux)
  internal import DoorwardGTKWidgets

  /// GTK's main loop with Swift's main actor attached to it. The windows of Doorward need it.
  ///
  /// The program's `main` must be synchronous. It runs the loop with ``run(until:)``, or calls ``attach()`` and runs the
  /// loop with GTK. `Task`, `Task.sleep` and `DispatchQueue.main` work; `RunLoop.main` and `Timer` do not. An app with
  /// wallets needs only one of this and `WalletMainLoop`, which do the same.
  @MainActor public enum DoorwardMainLoop {
    /// Opens the display and loads the look of the desktop, which the windows of Doorward do too.
    ///
    /// - Returns: Whether windows can be shown.
    public static func open() -> Bool { BaseStyle.load() }

    /// Attaches the main actor to GLib's default context.
    public static func attach() { GTKMainLoop.attach() }

    /// Runs the loop until the condition is true.
    public static func run(until isOver: () -> Bool) { GTKMainLoop.run(until: isOver) }
  }
#endif
