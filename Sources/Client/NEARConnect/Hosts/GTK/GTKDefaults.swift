#if os(Linux)
  internal import Foundation
  internal import DoorwardGTKWidgets

  /// GTK's main loop with Swift's main actor attached to it. Wallets on Linux need it.
  ///
  /// The program's `main` must be synchronous. It runs the loop with ``run(until:)``, or calls ``attach()`` and
  /// runs the loop with GTK.
  @MainActor public enum WalletMainLoop {
    /// Attaches the main actor to GLib's default context.
    public static func attach() { GTKMainLoop.attach() }

    /// Runs the loop until the condition is true.
    public static func run(until isOver: () -> Bool) { GTKMainLoop.run(until: isOver) }
  }

  extension NEARWalletManager {
    /// Creates a manager that stores its data in the user's data directory and shows wallets in a
    /// ``WalletBridgeWindow``.
    public convenience init(configuration: NEARConnectConfiguration = NEARConnectConfiguration()) {
      let folder = Self.dataFolder.appending(path: "near-connect")
      self.init(
        configuration: configuration,
        host: GTKBridgeHost(dataDirectory: folder.appending(path: "storage").path),
        accounts: FileAccountStore(file: folder.appending(path: "accounts.json")),
        folder: folder.appending(path: "lists"))
    }

    /// The folder of this program in the user's data directory (XDG Base Directory §3).
    private static var dataFolder: URL {
      let environment = ProcessInfo.processInfo.environment
      let home = URL(filePath: NSHomeDirectory())
      let base =
        environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? URL(filePath: $0) : nil }
        ?? home.appending(path: ".local/share")
      return base.appending(path: ProcessInfo.processInfo.processName)
    }
  }
#endif
