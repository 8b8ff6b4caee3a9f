#if os(Linux)
  import Doorward
  import DoorwardFlow
  import DoorwardGTK
  import DoorwardGTKWidgets
  import Observation

  /// The window for signed-in users. It shows the notes only to a signed-in user, and asks others to sign in.
  @MainActor final class NotesWindow {
    private let model: DemoModel
    private let window = Window(title: "Your notes", width: 480, height: 480)
    private let notes = Label(overflow: .wrap(characters: 40))
    private let entry = Entry("", label: "New note")
    private let content = Box(.column, spacing: 12)
    private var signingIn: Task<Void, Never>?

    init(_ model: DemoModel) {
      self.model = model
      notes.alignToStart()
      entry.onSubmit = { [weak self] in self?.add() }
      content.setMargin(24)
      content.add(entry)
      content.add(notes)
      window.setChild(ScrollView(content))
      window.onClose = { [weak self] in self?.window.hide() }
      follow()
    }

    /// Shows the window, and the sign-in over it if no user is signed in.
    func present() {
      window.present()
      guard !model.isSignedIn, signingIn == nil else { return }
      signingIn = Task {
        await signIn()
        signingIn = nil
      }
    }

    private func signIn() async {
      guard let signIn = DoorwardSignInWindow(model.doorward, proofs: model.proofs) else { return }
      signIn.present(over: window.object)
      // Without a user there is nothing to see.
      if case .completed = await signIn.result() { entry.focus() } else { window.hide() }
    }

    private func add() {
      model.add(entry.text)
      entry.text = ""
    }

    /// Updates the window from the model, now and after each change.
    private func follow() {
      withObservationTracking {
        content.isVisible = model.isSignedIn
        notes.text = model.notes.isEmpty ? "You have no notes yet." : model.notes.joined(separator: "\n")
        if !model.isSignedIn, signingIn == nil { window.hide() }
      } onChange: { [weak self] in
        Task { @MainActor in self?.follow() }
      }
    }
  }
#endif
