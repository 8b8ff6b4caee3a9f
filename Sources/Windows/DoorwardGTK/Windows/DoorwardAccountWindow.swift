#if os(Linux)
  public import Doorward
  public import DoorwardFlow
  internal import DoorwardGTKWidgets
  public import DoorwardTexts
  internal import Foundation

  /// A window in which the signed-in user changes the account: the profile, the ways to sign in, the second factors and the
  /// sessions.
  ///
  /// ```swift
  /// guard let window = DoorwardAccountWindow(doorward) else { return }  // There is no display.
  /// window.present()
  /// if await window.result() == .deleted { print("The account is deleted.") }
  /// ```
  /// The app runs ``DoorwardMainLoop``. When the window is released, a change that is in progress is cancelled. A window with new
  /// recovery codes stays until the user has saved them, because the server shows them only once.
  @MainActor public final class DoorwardAccountWindow {
    private let driver: AccountDriver
    private let content: AccountContent
    private let theme: DoorwardTheme
    let screen: ScreenWindow
    private(set) var dialog: ScreenWindow?
    private var dialogStyle: WindowContent.Dialog.Style?
    private let redraw: Redraw
    private var following: Task<Void, Never>?
    private let closing = WindowClosing()
    /// Waits while the user reads that the account is deleted.
    private var reading: CheckedContinuation<Void, Never>?

    /// Creates a hidden window and reads the account; nil if there is no display.
    ///
    /// - Parameters:
    ///   - doorward: The client of the signed-in user.
    ///   - content: The language and the texts of the views.
    ///   - links: The wallets that the app can add.
    ///   - proofs: The wallets and the browser of the app, to confirm the user before a change.
    ///   - theme: The look.
    ///   - clock: The clock of remaining times.
    public init?(
      _ doorward: Doorward,
      content: AccountContent = AccountContent(
        photoSources: [.file], languages: Language.all.map(\.tag)),
      links: AccountLinks = AccountLinks(), proofs: SignInProofs = SignInProofs(),
      theme: DoorwardTheme = DoorwardTheme(), clock: DoorwardClock = .system
    ) {
      guard let screen = ScreenWindow(.account, theme) else { return nil }
      self.screen = screen
      self.content = content
      self.theme = theme
      driver = AccountDriver(doorward, links: links, proofs: proofs, clock: clock)
      redraw = Redraw(clock)
      screen.onPress = { [weak self] in self?.press($0, $1) }
      driver.passwordEstimates.onChange = { [weak self] in self?.draw() }
      driver.begin()
      draw()
      following = Task { [weak self, updates = driver.updates] in
        for await _ in updates { self?.draw() }
        await self?.end()
      }
    }

    deinit { following?.cancel() }

    /// Shows the window.
    ///
    /// - Parameter parent: The app's window, a `GtkWindow *`, above which this window stays.
    public func present(over parent: UnsafeMutableRawPointer? = nil) {
      if let parent { screen.window.setParent(gtkWindow: parent) }
      if driver.flow.end == nil { screen.window.present() }
    }

    /// Waits for the end of the window. If the task is cancelled, the window closes, as with ``close()``.
    ///
    /// - Returns: The reason. ``AccountEnd/deleted`` comes when the user has read that, and has closed the window.
    public func result() async -> AccountEnd {
      let end = Task { [driver, following] in
        let end = await driver.result()
        await following?.value
        return end
      }
      return await WindowClosing.result(end) { [weak self] in self?.close() }
    }

    /// Closes the window in every view. If it has new recovery codes, it warns and closes when the user has saved them.
    public func close() {
      guard closing.requestClose(hasCodes: driver.flow.holdsRecoveryCodes) else {
        driver.perform(.close)
        return (dialog ?? screen).window.present()
      }
      driver.close()
      reading?.resume()
      reading = nil
    }

    private func press(_ button: ScreenContent.Button, _ texts: FieldTexts) {
      let isLocal = LocalSteps.perform(button.action, above: (dialog ?? screen).window) { [weak self] in
        self?.driver.setPhoto($0)
      }
      if !isLocal { driver.perform(button.action, with: texts) }
    }

    private func draw() {
      if closing.shouldClose(afterDrawing: self, hasCodes: driver.flow.holdsRecoveryCodes) { close() }
      guard driver.flow.end == nil else { return }
      let now = driver.now
      let drawn = content.window(of: driver.state, at: now)
      screen.draw(drawn.page)
      draw(drawn.dialog)
      let changes = [drawn.page.changesAt, drawn.dialog?.content.changesAt].compactMap(\.self).min()
      redraw.schedule(in: changes?.timeIntervalSince(now)) { [weak self] in self?.draw() }
    }

    private func draw(_ new: WindowContent.Dialog?) {
      guard let new else { return closeDialog() }
      if new.style != dialogStyle {
        closeDialog()
        dialogStyle = new.style
        dialog = ScreenWindow(new.style == .form ? .form : .question, theme)
        dialog?.window.setParent(screen.window)
        dialog?.window.isModal = true
        dialog?.onPress = { [weak self] in self?.press($0, $1) }
        dialog?.onType = { [estimates = driver.passwordEstimates] in estimates.type($0, in: $1) }
        dialog?.draw(new.content)
        dialog?.window.present()
      } else {
        dialog?.draw(new.content, meter: driver.passwordEstimates.meter)
      }
    }

    private func closeDialog() {
      dialog?.window.hide()
      dialog = nil
      dialogStyle = nil
    }

    private func end() async {
      closing.end()
      redraw.schedule(in: nil) {}
      closeDialog()
      if driver.flow.end == .deleted { await showDeletion() }
      screen.window.hide()
    }

    /// Shows that the account is deleted, until the user closes the window.
    private func showDeletion() async {
      guard screen.window.isVisible else { return }
      screen.draw(content.window(of: driver.state, at: driver.now).page)
      screen.showWindowButtons()
      screen.window.onClose = { [weak self] in self?.close() }
      screen.window.onEscape = screen.window.onClose
      await withCheckedContinuation { reading = $0 }
    }
  }
#endif
