#if os(macOS)
  import AppKit
  import Darwin
  import Dispatch

  /// Makes an app of a program that `swift build` has made, and stops the server of the demo when the app ends.
  @MainActor final class DemoDelegate: NSObject, NSApplicationDelegate {
    private var signals: [any DispatchSourceSignal] = []

    func applicationWillFinishLaunching(_ notification: Notification) {
      // A program without a bundle has no window in front, no menu and no keyboard by default.
      _ = NSApplication.shared.setActivationPolicy(.regular)
      // The server must not outlive the demo.
      signals = [SIGINT, SIGTERM].map { number in
        signal(number, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: number, queue: .main)
        source.setEventHandler { MainActor.assumeIsolated { NSApplication.shared.terminate(nil) } }
        source.resume()
        return source
      }
    }

    func applicationDidFinishLaunching(_ notification: Notification) { NSApplication.shared.activate() }

    func applicationWillTerminate(_ notification: Notification) { DemoApp.server.started?.stop() }
  }
#endif
