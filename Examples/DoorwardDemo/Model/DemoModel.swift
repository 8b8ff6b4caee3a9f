import Doorward
import DoorwardFlow
import DoorwardNEAR
import Foundation
import NEARConnect
import Observation

/// The state of the demo, shared by both user interfaces: the user, the notes and the wallets.
@MainActor @Observable final class DemoModel {
  let doorward: Doorward
  let wallets: NEARWalletManager
  /// The user, who may be signed out.
  private(set) var state: AuthState
  /// The notes of the signed-in user. The demo keeps them until it ends.
  private(set) var notes: [String] = []
  /// The last messages of the demo's server, which sends no mail.
  private(set) var messages: [String] = []

  private var following: Task<Void, Never>?

  init(_ doorward: Doorward, wallets: NEARWalletManager) {
    self.doorward = doorward
    self.wallets = wallets
    state = doorward.authState
    following = Task { [weak self, states = doorward.authStates] in
      for await state in states { self?.show(state) }
    }
  }

  private func show(_ new: AuthState) {
    if new.user?.id != state.user?.id { notes = [] }
    state = new
  }

  /// Whether a registered user is signed in.
  var isSignedIn: Bool { if case .authenticated = state { true } else { false } }

  /// The name that the windows greet.
  var name: String {
    guard case .authenticated(let user) = state else { return "guest" }
    return user.info.name ?? user.info.email ?? user.info.phoneNumber ?? user.info.identities.first?
      .identifier
      ?? "user"
  }

  /// The sign-in methods of the app.
  var proofs: SignInProofs {
    let wallets = wallets
    var proofs = SignInProofs(near: { try await $0.near.login(with: wallets) })
    #if !os(iOS)
      proofs.browser = { try await $0.browser.login() }
    #endif
    return proofs
  }

  /// The wallets that a user can add to the account.
  var links: AccountLinks {
    let wallets = wallets
    return AccountLinks(near: { try await $0.near.link(with: wallets) })
  }

  func add(_ note: String) {
    if note.contains(where: { !$0.isWhitespace }) { notes.insert(note, at: 0) }
  }

  /// Signs the user out. The user is signed out on this device at once, and the SDK repeats the request to the server.
  func signOut() {
    Task { _ = try? await doorward.signOut() }
  }

  /// Shows a message of the server.
  func receive(_ message: String) {
    messages = Array((messages + [message]).suffix(4))
  }
}
