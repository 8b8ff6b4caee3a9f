#if os(Linux)
  internal import Foundation
  internal import DoorwardWebKitGTK

  /// GTK's main loop with Swift's main actor on it, which wallets need.
  ///
  /// A program's `main` has to be synchronous, and to turn the loop: with ``run(until:)``, or as a GTK program
  /// does anyway after ``attach()``.
  @MainActor public enum WalletMainLoop {
    /// Lets the main actor run in GLib's default context, whoever turns it.
    public static func attach() { GTKMainLoop.attach() }

    /// Turns the loop until something is so.
    public static func run(until isOver: () -> Bool) { GTKMainLoop.run(until: isOver) }
  }

  extension NEARWalletManager {
    /// Makes a manager that keeps what it has to keep where the desktop keeps the data of programs, and shows
    /// wallets in a ``WalletBridgeWindow``.
    ///
    /// - Parameter configuration: What it is told.
    public convenience init(configuration: NEARConnectConfiguration = NEARConnectConfiguration()) {
      let folder = Self.dataFolder.appending(path: "near-connect")
      self.init(
        configuration: configuration,
        host: GTKBridgeHost(dataDirectory: folder.appending(path: "storage").path),
        accounts: FileAccountStore(file: folder.appending(path: "accounts.json")),
        folder: folder.appending(path: "lists"))
    }

    /// The folder of this program among those of the person's programs (XDG Base Directory §3).
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
