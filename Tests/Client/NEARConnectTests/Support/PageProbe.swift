#if os(Linux)
  import DesktopLoops
  import DoorwardWebKitGTK

  @testable import NEARConnect

  /// Inspects the bridge page from a separate script world, and operates it like a user.
  @MainActor final class PageProbe {
    private static let world = "tests"
    private let view: WebView
    private var answers: [String] = []

    /// Creates a probe for the current page of the host.
    init?(_ host: GTKBridgeHost) {
      guard let view = host.bridge?.view else { return nil }
      self.view = view
      view.addMessageHandler("probe", inWorld: Self.world) { [weak self] in self?.answers.append($0) }
    }

    private func ask(_ body: StaticString, _ arguments: [String: String] = [:]) async throws -> String {
      let before = answers.count
      view.run(body, arguments: arguments, inWorld: Self.world)
      try await eventually("the page answers the probe") { self.answers.count > before }
      return answers[before]
    }

    /// Waits until a dialog of a wallet is displayed.
    func waitForDialog() async throws {
      for _ in 0..<2000 {
        let isShown = try await ask(
          """
          const frame = document.querySelector(".hot-connector-popup iframe");
          window.webkit.messageHandlers.probe.postMessage(String(frame?.checkVisibility() ?? false));
          """)
        if isShown == "true" { return }
      }
      throw Late(what: "a dialog of the wallet")
    }

    /// The status text of the page.
    func status() async throws -> String {
      try await ask(
        """
        const status = document.querySelector(".bridge-status");
        const text = status.checkVisibility() ? status.innerText.replace(/\\s+/g, " ") : "";
        window.webkit.messageHandlers.probe.postMessage(text);
        """)
    }

    /// Waits until the status of the page contains a text.
    func waitForStatus(_ words: String) async throws {
      var last = ""
      for _ in 0..<2000 {
        last = try await status()
        if last.contains(words) { return }
      }
      throw Late(what: "“\(words)” in “\(last)”")
    }

    /// The language, the direction of the document, and the direction in which its status is laid out.
    func language() async throws -> String {
      try await ask(
        """
        const { lang, dir } = document.documentElement;
        const { direction } = getComputedStyle(document.querySelector(".bridge-status p"));
        window.webkit.messageHandlers.probe.postMessage(`${lang} ${dir} ${direction}`);
        """)
    }

    /// The title of the document, and the label of the progress.
    func titles() async throws -> String {
      try await ask(
        """
        const label = document.querySelector(".spinner").getAttribute("aria-label");
        window.webkit.messageHandlers.probe.postMessage(`${document.title}\\n${label}`);
        """)
    }

    /// The label, the heading and the link of the list of wallets; empty before the list is displayed.
    func selector() async throws -> String {
      try await ask(
        """
        const dialog = document.querySelector(".hot-connector-popup[role=dialog]");
        const parts = [".modal-header p", ".get-wallet-link"].map((part) => dialog?.querySelector(part)?.textContent);
        const text = dialog?.checkVisibility() ? [dialog.getAttribute("aria-label"), ...parts].join("\\n") : "";
        window.webkit.messageHandlers.probe.postMessage(text);
        """)
    }

    /// The number of wallet frames in the page.
    func walletFrames() async throws -> Int? {
      Int(
        try await ask(
          """
          const frames = document.querySelectorAll(".hot-connector-popup iframe");
          window.webkit.messageHandlers.probe.postMessage(String(frames.length));
          """))
    }

    /// Waits until the page has this number of wallet frames.
    func waitForWalletFrames(_ count: Int) async throws {
      var last: Int?
      for _ in 0..<2000 {
        last = try await walletFrames()
        if last == count { return }
      }
      throw Late(what: "\(count) frames of wallets, not \(last ?? -1)")
    }

    /// The element with the keyboard focus.
    func focused() async throws -> String {
      try await ask(
        "window.webkit.messageHandlers.probe.postMessage(document.activeElement?.innerText.trim() ?? '');")
    }

    /// The address of the shown wallet icon; empty if none is shown.
    func icon() async throws -> String {
      try await ask(
        """
        const picture = document.querySelector(".bridge-status img");
        const address = picture.checkVisibility() && picture.naturalWidth > 0 ? picture.src : "";
        window.webkit.messageHandlers.probe.postMessage(address);
        """)
    }

    /// Presses a key in the focused element.
    func key(_ key: String) async throws {
      _ = try await ask(
        """
        const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
        document.activeElement.dispatchEvent(event);
        window.webkit.messageHandlers.probe.postMessage("");
        """, ["key": key])
    }

    /// Presses the button of the page's status.
    func pressButton() async throws {
      _ = try await ask(
        """
        document.querySelector(".bridge-status button").click();
        window.webkit.messageHandlers.probe.postMessage("");
        """)
    }
  }
#endif
