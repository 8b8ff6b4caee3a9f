#if os(Linux)
  public import Doorward
  public import DoorwardFlow
  internal import DoorwardGTKWidgets
  internal import Foundation

  /// A window in which the user signs in.
  ///
  /// ```swift
  /// guard let window = DoorwardSignInWindow(doorward) else { return }  // There is no display.
  /// window.present()
  /// switch await window.result() {
  /// case .completed(let state): print("Signed in: \(state)")
  /// case .cancelled: print("The user has closed the window.")
  /// case .failed(let error): print(error.localizedDescription)
  /// }
  /// ```
  /// The app runs ``DoorwardMainLoop``. A window is for one sign-in. When the window is released, the sign-in is cancelled. A window
  /// with new recovery codes stays until the user has saved them, because the server shows them only once.
  @MainActor public final class DoorwardSignInWindow {
    private let driver: SignInDriver
    private let content: SignInContent
    let screen: ScreenWindow
    private let redraw: Redraw
    private var following: Task<Void, Never>?
    private let closing = WindowClosing()

    /// Creates a hidden window and reads the offer of the application; nil if there is no display.
    ///
    /// - Parameters:
    ///   - doorward: The client that signs in.
    ///   - content: The language, the application and the texts of the views.
    ///   - proofs: The wallets and the browser of the app.
    ///   - theme: The look.
    ///   - memory: The facts about the last sign-in.
    ///   - clock: The clock of remaining times.
    public init?(
      _ doorward: Doorward, content: SignInContent = SignInContent(), proofs: SignInProofs = SignInProofs(),
      theme: DoorwardTheme = DoorwardTheme(), memory: SignInMemory = .userDefaults,
      clock: DoorwardClock = .system
    ) {
      guard let screen = ScreenWindow(.signIn, theme) else { return nil }
      self.screen = screen
      self.content = content
      driver = SignInDriver(doorward, proofs: proofs, memory: memory, clock: clock)
      redraw = Redraw(clock)
      screen.onPress = { [weak self] in self?.press($0, $1) }
      screen.onType = { [estimates = driver.passwordEstimates] in estimates.type($0, in: $1) }
      driver.passwordEstimates.onChange = { [weak self] in self?.draw() }
      driver.begin()
      draw()
      following = Task { [weak self, updates = driver.updates] in
        for await _ in updates { self?.draw() }
        self?.end()
      }
    }

    deinit { following?.cancel() }

    /// Shows the window.
    ///
    /// - Parameter parent: The app's window, a `GtkWindow *`, which cannot be used while this window is visible.
    public func present(over parent: UnsafeMutableRawPointer? = nil) {
      if let parent {
        screen.window.setParent(gtkWindow: parent)
        screen.window.isModal = true
      }
      if !isOver { screen.window.present() }
    }

    /// Waits for the end of the sign-in. If the task is cancelled, the window closes, as with ``close()``.
    ///
    /// - Returns: ``SignInResult/cancelled`` if the user has closed the window; ``SignInResult/completed(_:)`` if the user is
    ///   signed in, also if the server has signed the user in while the window was closing.
    public func result() async -> SignInResult {
      let end = Task { [driver, following] in
        let end = await driver.result()
        // The window is hidden when the app learns of its end.
        await following?.value
        return end
      }
      return await WindowClosing.result(end) { [weak self] in self?.close() }
    }

    /// Closes the window in every view. If it has new recovery codes, it warns and closes when the user has saved them.
    public func close() {
      guard !closing.requestClose(hasCodes: driver.flow.holdsRecoveryCodes) else { return driver.close() }
      driver.perform(.cancel)
      screen.window.present()
    }

    private var isOver: Bool { driver.flow.screen.isFinished }

    private func press(_ button: ScreenContent.Button, _ texts: FieldTexts) {
      if !LocalSteps.perform(button.action, above: screen.window) {
        driver.perform(button.action, with: texts)
      }
    }

    private func draw() {
      if closing.shouldClose(afterDrawing: self, hasCodes: driver.flow.holdsRecoveryCodes) { driver.close() }
      guard !isOver else { return }
      let now = driver.now
      let drawn = content.screen(of: driver.flow, at: now)
      screen.draw(drawn, meter: driver.passwordEstimates.meter)
      redraw.schedule(in: drawn.changesAt?.timeIntervalSince(now)) { [weak self] in self?.draw() }
    }

    private func end() {
      closing.end()
      redraw.schedule(in: nil) {}
      screen.window.hide()
    }
  }
#endif
