#if os(Linux)
  import Doorward
  import DoorwardFlow
  import DoorwardGTK
  import DoorwardGTKWidgets
  import Observation

  /// The window for everyone: users need not sign in.
  @MainActor final class WelcomeWindow {
    private let model: DemoModel
    private let window: Window
    private let greeting = Label(headingLevel: 1, overflow: .wrap(characters: 24))
    private let detail = Label(overflow: .wrap(characters: 40))
    private let messages = Label(overflow: .wrap(characters: 50))
    private let signIn = Button("Sign in")
    private let openNotes = Button("Open your notes")
    private let account = Button("Your account")
    private let signOut = Button("Sign out")
    private var notes: NotesWindow?
    private(set) var isClosed = false

    /// Makes the window. A display is required.
    init(_ model: DemoModel) {
      self.model = model
      window = Window(title: "Notes", width: 480, height: 560)
      let column = Box(.column, spacing: 12)
      column.setMargin(32)
      greeting.addStyle("title-1")
      detail.setMargins(bottom: 12)
      messages.addStyle("dim-label")
      messages.setMargins(top: 12)
      signIn.addStyle("suggested-action")
      for button in [signIn, openNotes, account, signOut] { button.addStyle("pill") }
      for part in [greeting, detail, signIn, openNotes, account, signOut, messages] as [Widget] {
        column.add(part)
      }
      window.setChild(ScrollView(Clamp(column, maximumWidth: 420)))
      window.onClose = { [weak self] in self?.close() }
      signIn.onPress = { [weak self] in Task { await self?.presentSignIn() } }
      openNotes.onPress = { [weak self] in self?.presentNotes() }
      account.onPress = { [weak self] in Task { await self?.presentAccount() } }
      signOut.onPress = { model.signOut() }
      follow()
    }

    func present() { window.present() }

    /// Ends the demo.
    func close() { isClosed = true }

    private func presentSignIn() async {
      guard let signIn = DoorwardSignInWindow(model.doorward, proofs: model.proofs) else { return }
      signIn.present(over: window.object)
      _ = await signIn.result()
    }

    private func presentAccount() async {
      let account = DoorwardAccountWindow(model.doorward, links: model.links, proofs: model.proofs)
      account?.present(over: window.object)
      _ = await account?.result()
    }

    private func presentNotes() {
      let notes = self.notes ?? NotesWindow(model)
      self.notes = notes
      notes.present()
    }

    /// Updates the window from the model, now and after each change.
    private func follow() {
      withObservationTracking {
        greeting.text = "Welcome, \(model.name)"
        detail.text =
          model.isSignedIn
          ? "You are signed in." : "Everyone can see this window. Your notes need a sign-in."
        signIn.isVisible = !model.isSignedIn
        account.isVisible = model.isSignedIn
        signOut.isVisible = model.isSignedIn
        messages.text = model.messages.joined(separator: "\n")
        messages.isVisible = !model.messages.isEmpty
      } onChange: { [weak self] in
        Task { @MainActor in self?.follow() }
      }
    }
  }
#endif
