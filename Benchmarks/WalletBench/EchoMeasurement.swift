import DoorwardWebKitGTK
import Foundation

/// The primitive: a text is sent to a script of a bare web view and returned.
@MainActor final class EchoMeasurement: WebViewDelegate {
  private let view = WebView(storage: WebStorage())
  private var waiting: CheckedContinuation<Void, Never>?

  /// The median, in seconds.
  func run() async throws -> Double {
    view.delegate = self
    view.addMessageHandler("echo", inWorld: "bench") { [weak self] _ in self?.resume() }
    await withCheckedContinuation { continuation in
      waiting = continuation
      view.load(html: "<p>", baseURL: "https://bench.example/")
    }
    var times: [Double] = []
    for round in 0..<2200 {
      let start = ContinuousClock.now
      await withCheckedContinuation { continuation in
        waiting = continuation
        view.run(
          "webkit.messageHandlers.echo.postMessage(text)", arguments: ["text": "echo"], inWorld: "bench")
      }
      if round >= 200 { times.append((ContinuousClock.now - start) / .seconds(1)) }
    }
    return times.median
  }

  private func resume() {
    waiting?.resume()
    waiting = nil
  }

  func webView(_ view: WebView, didReach phase: LoadPhase) {
    if phase == .finished { resume() }
  }

  func webView(_ view: WebView, mayNavigateTo address: String) -> Bool { true }
  func webView(_ view: WebView, mayShowResponseFrom address: String) -> Bool { true }
  func webView(_ view: WebView, windowFor address: String) -> WebView? { nil }
  func webViewIsReadyToShow(_ view: WebView) {}
  func webViewDidClose(_ view: WebView) {}
  func webViewAddressDidChange(_ view: WebView) {}
  func webView(_ view: WebView, didFailToLoad address: String, because reason: String) { resume() }
  func webViewDidTerminate(_ view: WebView) { resume() }
  func webViewWillShowDialog(_ view: WebView) {}
}
